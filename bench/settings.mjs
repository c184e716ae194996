// Settings of the measured service: like `npm start`, except for the following.

/** Node options of `npm start`: none. */
export const nodeOptions = [];

/** Environment of the service, in addition to the database. Rate limits are off, because all load comes from one address. */
export const serviceEnvironment = {
  HOST: '127.0.0.1',
  PORT: '0',
  SWATH_LOG: 'error',
};

/** Settings of PostgreSQL: connections for the floor, which has as many as HTTP. The rest is as the service sets it. */
export const postgresSettings = { max_connections: '420' };
