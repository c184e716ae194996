// How the service is started to be measured: as `npm start` does, but for what is listed here.

/** What `npm start` gives to Node. */
export const nodeOptions = ['--max-semi-space-size=8'];

/** Its environment, besides the database. Rate limits that hold back one busy client are off here: all of the load comes from one address. */
export const serviceEnvironment = {
  HOST: '127.0.0.1',
  PORT: '0',
  SWATH_LOG: 'error',
};

/** Of PostgreSQL: room for the floor, which has as many connections as HTTP has. The rest is as the service sets it. */
export const postgresSettings = { max_connections: '420' };
