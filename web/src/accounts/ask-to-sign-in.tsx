import { Suspense, useEffect, useState } from 'react';
import { setAskToSignIn } from '../api/sign-in-again.ts';
import { lazyPart } from '../ui/pages.tsx';

const SignInAgainSheet = lazyPart(() => import('./ask-to-sign-in-sheet.tsx'), 'SignInAgainSheet');

interface Question {
  resolve(hasSignedIn: boolean): void;
}

/** Opens when the service asks for a recent sign-in. It is not loaded before. */
export function SignInAgain() {
  const [question, setQuestion] = useState<Question>();
  const [wasAsked, setWasAsked] = useState(false);
  useEffect(() => {
    setAskToSignIn(
      () =>
        new Promise((resolve) => {
          setWasAsked(true);
          setQuestion({ resolve });
        }),
    );
    return () => setAskToSignIn(undefined);
  }, []);
  const end = (hasSignedIn: boolean) => {
    question?.resolve(hasSignedIn);
    setQuestion(undefined);
  };
  return wasAsked ? (
    <Suspense>
      <SignInAgainSheet opened={question !== undefined} end={end} />
    </Suspense>
  ) : null;
}
