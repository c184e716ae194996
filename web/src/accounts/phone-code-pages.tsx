import { Anchor, Group, Stack, Text, Title } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { Link, Navigate, useLocation, useNavigate } from 'react-router';
import { api, read } from '../api/client.ts';
import { useCompany } from '../api/company.tsx';
import { Problem } from '../api/problem.ts';
import { beginSession } from '../api/session.ts';
import { useAction } from '../ui/action.ts';
import { useLanguage, useWords } from '../ui/language.tsx';
import { Loading } from '../ui/states.tsx';
import { CodeEntry } from './code-entry.tsx';
import { beginAfterReset, pageAfterReset } from './ended-access.ts';
import { isGoodPassword, PasswordField } from './password-field.tsx';
import { usePhoneCodeOffer } from './phone-code-offer.ts';
import { phoneCodeWords } from './phone-code-words.ts';
import { PhoneNumberForm, type SentCode, useSendCode } from './phone-number-form.tsx';
import { accountWords } from './words.ts';

interface FrameProps {
  title: string;
  text?: string;
  /** The page without codes. */
  instead: string;
  children: ReactNode;
  links: ReactNode;
}

/** A page that is only there if codes are sent by SMS. */
function Frame({ title, text, instead, children, links }: FrameProps) {
  const isOffered = usePhoneCodeOffer();
  const { search } = useLocation();
  useEffect(() => {
    document.title = title;
  }, [title]);
  if (isOffered === undefined) return <Loading />;
  if (!isOffered) return <Navigate replace to={instead + search} />;
  return (
    <Stack gap="lg">
      <div>
        <Title order={1}>{title}</Title>
        {text === undefined ? null : <Text c="dimmed">{text}</Text>}
      </div>
      {children}
      <Group justify="space-between">{links}</Group>
    </Stack>
  );
}

function PageLink({ to, children }: { to: string; children: string }) {
  const { search } = useLocation();
  return (
    <Anchor component={Link} to={to + search}>
      {children}
    </Anchor>
  );
}

/** The two screens: number and code. What was typed on the first one is still there after the way back. */
function useScreens() {
  const [sent, setSent] = useState<SentCode>();
  const [typed, setTyped] = useState({ fullName: '', phoneNumber: '' });
  const onSent = (next: SentCode) => {
    setTyped(next);
    setSent(next);
  };
  return { sent, typed, onSent, back: () => setSent(undefined) };
}

export function PhoneSignIn() {
  const words = useWords(accountWords);
  const codeWords = useWords(phoneCodeWords);
  const queries = useQueryClient();
  const { setLanguage } = useLanguage();
  const { sent, typed, onSent, back } = useScreens();
  const send = useSendCode('sign_in');
  const signIn = useAction({
    act: (code: string) => read(api.POST('/api/auth/phone-code/login', { body: { code } })),
    onSuccess: async () => {
      const me = await beginSession(queries);
      if (me !== null) setLanguage(me.language);
    },
    showsOwnErrors: true,
  });
  const links = (
    <>
      <PageLink to="/sign-in">{codeWords.withPassword}</PageLink>
      <PageLink to="/sign-up/phone">{words.signUp}</PageLink>
    </>
  );
  return (
    <Frame title={codeWords.signInTitle} instead="/sign-in" links={links}>
      {sent === undefined ? (
        <PhoneNumberForm purpose="sign_in" initial={typed} onSent={onSent} />
      ) : (
        <CodeEntry
          {...sent}
          send={() => send(sent.phoneNumber)}
          onCode={(code) => signIn.mutate(code)}
          isPending={signIn.isPending}
          error={signIn.error}
          onBack={() => {
            signIn.reset();
            back();
          }}
          help={codeWords.noCode}
          action={words.signIn}
        />
      )}
    </Frame>
  );
}

export function PhoneSignUp() {
  const words = useWords(accountWords);
  const codeWords = useWords(phoneCodeWords);
  const queries = useQueryClient();
  const { language } = useLanguage();
  const { sent, typed, onSent, back } = useScreens();
  const send = useSendCode('registration');
  const signUp = useAction({
    act: (body: { code: string; fullName: string }) => read(api.POST('/api/auth/phone-code/register', { body: { ...body, language } })),
    onSuccess: () => beginSession(queries),
    showsOwnErrors: true,
  });
  const hasAccount = signUp.error instanceof Problem && signUp.error.code === 'ACCOUNT_EXISTS';
  const links = (
    <>
      <PageLink to="/sign-up">{codeWords.signUpWithPassword}</PageLink>
      <PageLink to={hasAccount ? '/sign-in/phone' : '/sign-in'}>{words.signIn}</PageLink>
    </>
  );
  return (
    <Frame title={codeWords.signUpTitle} text={codeWords.signUpText} instead="/sign-up" links={links}>
      {sent === undefined ? (
        <PhoneNumberForm purpose="registration" initial={typed} onSent={onSent} />
      ) : (
        <CodeEntry
          {...sent}
          send={() => send(sent.phoneNumber)}
          onCode={(code) => signUp.mutate({ code, fullName: sent.fullName })}
          isPending={signUp.isPending}
          error={signUp.error}
          onBack={() => {
            signUp.reset();
            back();
          }}
          help={codeWords.noCodeSignUp}
          action={words.create}
        />
      )}
    </Frame>
  );
}

export function PhoneReset() {
  const words = useWords(accountWords);
  const codeWords = useWords(phoneCodeWords);
  const { sent, typed, onSent, back } = useScreens();
  const [password, setPassword] = useState('');
  const [isWeak, setWeak] = useState(false);
  const queries = useQueryClient();
  const navigate = useNavigate();
  const { setLanguage } = useLanguage();
  const send = useSendCode('reset');
  const { sendsMail } = useCompany();
  const reset = useAction({
    act: async (body: { code: string; password: string }) => {
      await read(api.POST('/api/auth/phone-code/password', { body }));
      // The frame leaves this page as soon as there is a session.
      await navigate({ search: `?next=${encodeURIComponent(await pageAfterReset())}` }, { replace: true });
      await beginAfterReset(queries, setLanguage);
    },
    successMessage: words.resetDone,
    showsOwnErrors: true,
  });
  const links = (
    <>
      <PageLink to="/sign-in">{words.signIn}</PageLink>
      {sendsMail ? <PageLink to="/forgot">{codeWords.byMail}</PageLink> : null}
    </>
  );
  return (
    <Frame title={codeWords.resetTitle} instead="/forgot" links={links}>
      {sent === undefined ? (
        <PhoneNumberForm purpose="reset" initial={typed} onSent={onSent} />
      ) : (
        <CodeEntry
          {...sent}
          send={() => send(sent.phoneNumber)}
          onCode={(code) => {
            setWeak(!isGoodPassword(password));
            if (isGoodPassword(password)) reset.mutate({ code, password });
          }}
          isPending={reset.isPending}
          error={reset.error}
          onBack={() => {
            reset.reset();
            back();
          }}
          help={codeWords.noCode}
          action={words.setPassword}
        >
          <PasswordField
            label={words.newPassword}
            description={words.passwordHint}
            autoComplete="new-password"
            value={password}
            error={isWeak ? words.passwordWeak : undefined}
            onChange={({ currentTarget }) => setPassword(currentTarget.value)}
          />
        </CodeEntry>
      )}
    </Frame>
  );
}
