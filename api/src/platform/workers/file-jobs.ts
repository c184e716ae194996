import { FairQueue } from './fair-queue.ts';

/** All work of this process on files and shapes of users: reading, measuring, decoding, writing exports. It bounds their memory and processor time. */
export const fileJobs = new FairQueue({ slots: 2, maxWaiting: 32, maxWaitingPerUser: 20 });
