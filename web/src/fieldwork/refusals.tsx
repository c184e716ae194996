import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { Link, useLocation } from 'react-router';
import { type FieldProblem, Problem } from '../api/problem.ts';
import { IconAlertTriangle } from '../icons/alert-triangle.ts';
import { IconInfoCircle } from '../icons/info-circle.ts';
import { useOrderAreaText } from '../orders/order-area.tsx';
import { telephoneLink } from '../ui/device-links.ts';
import { useFormat } from '../ui/format.ts';
import { useWords } from '../ui/language.tsx';
import { useProblemWords } from '../ui/problem-words.ts';
import { useReasons } from '../weather/reasons.ts';
import { weatherWords } from '../weather/weather-words.ts';
import { type Refusal, useSendAgain, useStartWithReason } from './field-actions.ts';
import type { PresentJob } from './field-conflicts.ts';
import { StopDialog } from './stop-dialog.tsx';
import { toFactor } from './stop-reason-rules.ts';
import { useRefusals } from './unsent.ts';
import { fieldWords } from './words.ts';

/** Offline actions that were rejected: shown until the user has read them, and kept until the service has the report. */
export function Refusals() {
  const { refusals, dismiss } = useRefusals();
  return refusals.map((refusal) =>
    refusal.stopped === undefined ? (
      <RefusalAlert key={`${refusal.orderId} ${refusal.action}`} refusal={refusal} dismiss={() => dismiss(refusal)} />
    ) : (
      <StoppedStart key={refusal.stopped.start.once} {...refusal.stopped} dismiss={() => dismiss(refusal)} />
    ),
  );
}

/** The service judged the weather of a start as STOP: the crew gives a reason, or does not start. */
function StoppedStart({ start, factors, dismiss }: NonNullable<Refusal['stopped']> & { dismiss(): void }) {
  const { factor } = useWords(weatherWords);
  const startAgain = useStartWithReason();
  const { factorText } = useReasons();
  const nameOf = (path: string) => factor[path.replace('factor.', '') as keyof typeof factor] ?? path;
  const reasonOf = (problem: FieldProblem) => {
    const read = toFactor(problem);
    return read === undefined ? `${nameOf(problem.path)}: ${problem.message}` : factorText(read);
  };
  return (
    <StopDialog
      opened
      place={start.location}
      reasons={factors.map(reasonOf)}
      close={dismiss}
      onStart={(reason) => {
        dismiss();
        startAgain(start, reason);
      }}
    />
  );
}

function RefusalAlert({ refusal, dismiss }: { refusal: Refusal; dismiss(): void }) {
  const words = useWords(fieldWords);
  const explain = useProblemWords();
  const { pathname } = useLocation();
  const sendAgain = useSendAgain();
  const { orderId, location, action, job, isWithOffice, earlier, heldCash, unsent } = refusal;
  const format = useFormat();
  const areaText = useOrderAreaText(orderId);
  const titles = {
    start: words.refusedStart,
    finish: words.refusedFinish,
    'sign-off': words.refusedSignOff,
    'take-back': words.refusedTakeBack,
    'not-sprayed': words.refusedNotSprayed,
  };
  const title = isWithOffice ? words.withOfficeTitle : titles[action];
  const isMine = job == null || job.mine;
  return (
    <Alert
      color={isWithOffice ? 'sky' : 'clay'}
      role="alert"
      icon={isWithOffice ? <IconInfoCircle aria-hidden /> : <IconAlertTriangle aria-hidden />}
      title={title(location)}
    >
      <Stack gap="xs">
        {isWithOffice ? null : <Text>{explain(new Problem(refusal))}</Text>}
        {earlier == null ? (
          job == null ? null : (
            <JobNow job={job} />
          )
        ) : (
          <Text>
            {words.reportedAlready(
              earlier.by,
              format.moment(earlier.receivedAt),
              [
                areaText(earlier.areaSprayed),
                ...(earlier.cashReceived === null ? [] : [words.cashOf(format.money(earlier.cashReceived))]),
              ].join(', '),
            )}
          </Text>
        )}
        <Text>
          {heldCash !== undefined
            ? words.cashHeld(format.money(heldCash))
            : isWithOffice
              ? words.withOfficeNext
              : unsent === undefined
                ? words.refusedNext
                : words.keptOnPhone}
        </Text>
        <Group gap="xs">
          {isMine && pathname !== `/orders/${orderId}` ? (
            <Button component={Link} to={`/orders/${orderId}`} variant="default">
              {words.openJob}
            </Button>
          ) : null}
          {job?.officePhone == null ? null : (
            <Button component="a" href={telephoneLink(job.officePhone)} variant="default">
              {words.callOffice}
            </Button>
          )}
          {unsent === undefined ? (
            <Button variant="default" onClick={dismiss}>
              {words.understood}
            </Button>
          ) : (
            <Button
              onClick={() => {
                dismiss();
                sendAgain(refusal);
              }}
            >
              {words.sendAgain}
            </Button>
          )}
        </Group>
      </Stack>
    </Alert>
  );
}

/** The present crew or state of the job. */
function JobNow({ job: { crew, mine, orderStatus, date, startTime } }: { job: PresentJob }) {
  const words = useWords(fieldWords);
  const format = useFormat();
  if (orderStatus === 'cancelled') return <Text>{words.jobCancelled}</Text>;
  if (mine) return <Text>{words.jobMoved(`${format.date(date)}, ${startTime.slice(0, 5)}`)}</Text>;
  return <Text>{crew === null ? words.jobWithoutCrew : words.jobWith(crew)}</Text>;
}
