import { Alert, Anchor, Button, Card, Grid, Stack, Text, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { auditKey } from '../admin/admin-keys.ts';
import { Part } from '../admin/part.tsx';
import { QuietHoursFields } from '../admin/quiet-hours-fields.tsx';
import { useSavedSetting } from '../admin/setting-form.ts';
import { api, read, type Shape } from '../api/client.ts';
import { useAction } from '../ui/action.ts';
import { useFarOffQuestion } from '../ui/far-off-question.tsx';
import { useFieldErrors } from '../ui/field-errors.ts';
import { useFormat } from '../ui/format.ts';
import { useWords } from '../ui/language.tsx';
import rows from '../ui/list-rows.module.css';
import { MoneyInput } from '../ui/money-input.tsx';
import { QueryBoundary } from '../ui/states.tsx';
import { uiWords } from '../ui/words.ts';
import { statusKey } from './channel-keys.ts';
import { ChannelOrder } from './channel-order.tsx';
import { channelWords } from './channel-words.ts';
import { ZaloPart } from './zalo-part.tsx';

type Setting = Shape<'ChannelSetting'>;
type Status = Shape<'ChannelStatus'>;
const settingKey = ['channel-setting'] as const;
const half = { base: 12, sm: 6 };

/** Channels of the company: which are set up, their order, quiet hours and budgets. */
export function ChannelsPage() {
  const words = useWords(channelWords);
  const status = useQuery({ queryKey: statusKey, queryFn: ({ signal }) => read(api.GET('/api/admin/channel-status', { signal })) });
  const setting = useQuery({ queryKey: settingKey, queryFn: ({ signal }) => read(api.GET('/api/admin/channel-setting', { signal })) });
  return (
    <Part title={words.title} narrow>
      <Text>{words.intro}</Text>
      <QueryBoundary query={status}>
        {(found) => (
          <>
            <SetUp status={found} />
            <QueryBoundary query={setting}>{(stored) => <SettingForm setting={stored} status={found} />}</QueryBoundary>
          </>
        )}
      </QueryBoundary>
      <ZaloPart />
      <Anchor component={Link} to="/company/messages">
        {words.toLog}
      </Anchor>
    </Part>
  );
}

function SetUp({ status }: { status: Status }) {
  const words = useWords(channelWords);
  const { setup } = words;
  const texts = {
    push: status.push ? setup.push : setup.pushOff,
    zalo: status.zalo ? setup.zalo : setup.zaloOff,
    sms: status.sms ? setup.sms(words.provider[status.smsProvider ?? ''] ?? '') : setup.smsOff,
    mail: status.mail ? setup.mail : setup.mailOff,
  };
  return (
    <ul className={rows.list}>
      {(['push', 'zalo', 'sms', 'mail'] as const).map((channel) => (
        <li key={channel} className={rows.row}>
          <span className={rows.main}>
            <strong className={rows.name}>{words.channel[channel]}</strong>
            <span className={rows.note}>{texts[channel]}</span>
          </span>
          <span className={rows.state} data-on={status[channel] || undefined}>
            {status[channel] ? words.ready : words.notReady}
          </span>
        </li>
      ))}
    </ul>
  );
}

const amounts = ['smsPrice', 'zaloPrice', 'smsBudget', 'senderBudget', 'codeBudget', 'newNumberBudget'] as const;
type Amount = (typeof amounts)[number];
type Values = Omit<Setting, Amount> & Record<Amount, number | string>;
/** Each amount by its name. */
const ofEach = <T,>(read: (name: Amount) => T) => Object.fromEntries(amounts.map((name) => [name, read(name)])) as Record<Amount, T>;

function SettingForm({ setting, status }: { setting: Setting; status: Status }) {
  const words = useWords(channelWords);
  const { required, saved } = useWords(uiWords);
  const format = useFormat();
  const showFieldErrors = useFieldErrors();
  const isFilled = (value: unknown) => (value === '' ? required : null);
  const { check, question } = useFarOffQuestion();
  const form = useForm<Values>({
    initialValues: { ...setting },
    validate: {
      quietFrom: isFilled,
      quietTo: isFilled,
      ...ofEach(() => isFilled),
    },
  });
  const change = useAction({
    act: (body: Setting, idempotencyKey) =>
      read(api.PUT('/api/admin/channel-setting', { params: { header: { 'Idempotency-Key': idempotencyKey } }, body })),
    invalidates: [auditKey, statusKey],
    successMessage: saved,
    onSuccess: useSavedSetting(form, settingKey, (changed: Setting) => ({ ...changed })),
    onError: (error) => showFieldErrors(form, error),
  });
  const { currency, messages, codes, newNumberCodes } = status;
  const refused = messages.refused + codes.refused + newNumberCodes.refused;
  const amount = (name: Amount, description?: string) => (
    <MoneyInput
      label={words[name](currency)}
      decimals={4}
      description={description}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      required
      min={0}
      max={1e12}
      {...form.getInputProps(name)}
    />
  );
  return (
    <form
      onSubmit={form.onSubmit((values) => {
        const numbers = ofEach((name) => Number(values[name]));
        const entries = amounts.map((name) => ({ label: words[name](currency), amount: numbers[name], last: setting[name] }));
        check(entries, () => change.mutate({ ...values, ...numbers }));
      })}
      noValidate
    >
      <Stack gap="lg">
        <Card component="section">
          <Stack>
            <div>
              <Title order={2}>{words.order}</Title>
              <Text c="dimmed">{words.orderText}</Text>
            </div>
            <ChannelOrder
              items={form.values.channels.filter((channel) => status.zalo || channel !== 'zalo')}
              nameOf={(channel) => words.channel[channel]}
              keyOf={(channel) => channel}
              onChange={(channels) => form.setFieldValue('channels', status.zalo ? channels : [...channels, 'zalo'])}
            >
              {(channel) => words.channel[channel]}
            </ChannelOrder>
          </Stack>
        </Card>
        <Card component="section">
          <Stack>
            <Title order={2}>{words.quietTitle}</Title>
            <QuietHoursFields words={words} form={form} />
          </Stack>
        </Card>
        <Card component="section">
          <Stack>
            <div>
              <Title order={2}>{words.budgetTitle}</Title>
              <Text c="dimmed">{words.budgetText}</Text>
            </div>
            {refused > 0 ? (
              <Alert color="clay" role="status">
                {words.refused(refused)}
              </Alert>
            ) : null}
            {messages.refusedBySender > 0 ? (
              <Alert color="clay" role="status">
                {words.refusedBySender(messages.refusedBySender)}
              </Alert>
            ) : null}
            {status.sms || status.zalo ? (
              <Text>{words.spent(format.money(messages.spent), format.money(codes.spent + newNumberCodes.spent))}</Text>
            ) : null}
            <Grid>
              <Grid.Col span={half}>{amount('smsPrice', words.smsPriceHint)}</Grid.Col>
              <Grid.Col span={half}>{amount('zaloPrice')}</Grid.Col>
              <Grid.Col span={half}>{amount('smsBudget')}</Grid.Col>
              <Grid.Col span={half}>{amount('senderBudget', words.senderBudgetHint)}</Grid.Col>
              <Grid.Col span={half}>{amount('codeBudget', words.codeBudgetHint)}</Grid.Col>
              <Grid.Col span={half}>{amount('newNumberBudget', words.newNumberBudgetHint)}</Grid.Col>
            </Grid>
          </Stack>
        </Card>
        {question}
        <Button type="submit" loading={change.isPending} disabled={!form.isDirty()}>
          {words.save}
        </Button>
      </Stack>
    </form>
  );
}
