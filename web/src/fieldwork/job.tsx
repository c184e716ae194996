import { Alert, Button, Card, Stack, Text, Title } from '@mantine/core';

import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useParams, useSearchParams } from 'react-router';
import { useOrderShapes } from '../fields/order-field.tsx';
import { IconBan } from '../icons/ban.ts';
import { IconCloudUp } from '../icons/cloud-up.ts';
import { FieldMap } from '../map/field-map.tsx';
import { OrderMix } from '../mixes/order-mix.tsx';
import { WorkReport } from '../orders/report/work-report.tsx';
import { Thread } from '../orders/thread/thread.tsx';
import { OrderPlaces, useOrderPlaces } from '../sensitive-places/order-places.tsx';
import { BackLink } from '../ui/back-link.tsx';
import { NotFound } from '../ui/error-page.tsx';
import { useWords } from '../ui/language.tsx';
import { useIsOnline } from '../ui/online.ts';
import { Page } from '../ui/page.tsx';
import { OrderBadge } from '../ui/state-badge.tsx';
import { QueryBoundary } from '../ui/states.tsx';
import { NextStep } from './current-job.tsx';
import styles from './fieldwork.module.css';
import { FinishWork } from './finish-work.tsx';
import { JobActions } from './job-actions.tsx';
import { Waiting } from './job-card.tsx';
import { JobDone, NextJob } from './job-done.tsx';
import { JobFacts } from './job-facts.tsx';
import { JobPhotos } from './job-photos.tsx';
import { JobWeather } from './job-weather.tsx';
import { jobQuery, type Order } from './jobs.ts';
import { NotSprayed } from './not-sprayed.tsx';
import { usePrefetchOfflineFiles } from './prefetch-jobs.ts';
import { Refusals } from './refusals.tsx';
import { SignOff } from './sign-off.tsx';
import { TakeBackStart } from './take-back-start.tsx';
import { shownState, useFieldState } from './unsent.ts';
import { fieldWords } from './words.ts';

/** One job, from the way there to the sign-off. */
export function JobPage() {
  const { id = '' } = useParams();
  return /^\d{1,15}$/.test(id) ? <KnownJob id={Number(id)} /> : <NotFound />;
}

function KnownJob({ id }: { id: number }) {
  const words = useWords(fieldWords);
  const job = useQuery(jobQuery(id));
  usePrefetchOfflineFiles();
  return (
    <Page title={job.data?.location ?? words.myJobs} back={<BackLink to="/orders" name={words.myJobs} />}>
      <Refusals />
      <QueryBoundary query={job}>{(order) => <Job key={order.id} order={order} />}</QueryBoundary>
    </Page>
  );
}

function Job({ order: serverOrder }: { order: Order }) {
  const words = useWords(fieldWords);
  const state = useFieldState(serverOrder);
  const { order, waiting, reported } = state;
  const online = useIsOnline();
  const [search, setSearch] = useSearchParams();
  const { id, latitude, longitude, location, orderStatus } = order;
  const pins = useMemo(
    () => [{ id: String(id), latitude, longitude, label: location, current: true }],
    [id, latitude, longitude, location],
  );
  const shapes = useOrderShapes(id);
  const places = useOrderPlaces(id);
  const show = (step: 'finish' | 'sign-off') => setSearch(step, { replace: true });
  const working = orderStatus === 'in_progress';
  const signingOff = working && (reported || search.has('sign-off'));
  const finishing = working && !signingOff && search.has('finish');
  return (
    <div className={styles.jobPage}>
      <Stack gap="lg">
        {finishing && !waiting ? null : (
          <span className={styles.badges}>
            <OrderBadge status={shownState(state)} />
            {waiting ? <Waiting /> : null}
          </span>
        )}
        {waiting && !online && !signingOff ? (
          <Alert color="gray" icon={<IconCloudUp aria-hidden />}>
            {words.waitingText}
          </Alert>
        ) : null}
        {orderStatus === 'completed' ? <JobDone /> : null}
        {orderStatus === 'cancelled' ? (
          <Alert color="gray" icon={<IconBan aria-hidden />} title={words.cancelledTitle}>
            {words.cancelledText}
          </Alert>
        ) : null}
        {orderStatus === 'pending' || orderStatus === 'confirmed' ? <Text>{words.notYoursYet}</Text> : null}
        {finishing ? (
          <section>
            <Title order={2} mb="md">
              {words.finishTitle}
            </Title>
            <FinishWork order={order} onDone={() => show('sign-off')} />
          </section>
        ) : null}
        {signingOff ? <SignOff order={order} /> : null}
        {reported || orderStatus === 'completed' ? <WorkReport reader="sprayer" orderId={id} /> : null}
        {orderStatus === 'assigned' || (working && !finishing && !signingOff) ? (
          <>
            <JobWeather order={order} />
            <NextStep order={serverOrder} />
            <JobActions order={order} />
            {working && !reported ? <TakeBackStart order={order} /> : null}
            <NotSprayed order={order} />
          </>
        ) : null}
        {signingOff && !reported ? (
          <Button variant="subtle" onClick={() => show('finish')}>
            {words.backToReport}
          </Button>
        ) : null}
        {signingOff || orderStatus === 'completed' || orderStatus === 'cancelled' ? (
          <NextJob after={order} pressing={!signingOff || !online} />
        ) : null}
      </Stack>
      <Card component="section" padding="lg">
        <Stack gap="lg">
          <FieldMap pins={pins} shapes={shapes} places={places} label={words.mapOfJob} />
          <OrderPlaces id={id} />
          <JobFacts order={order} withTime />
          <OrderMix order={order} side="sprayer" isReported={reported} />
          {finishing || signingOff || orderStatus === 'completed' ? (
            <JobPhotos id={id} reported={reported || orderStatus === 'completed'} />
          ) : null}
          <Thread id={id} side="sprayer" />
        </Stack>
      </Card>
    </div>
  );
}
