// While one commit is written to disk, the next transaction runs.
export const groupCommitConnections = 2;
export const searchConnections = 4;

/** The largest number of connections that one process opens. One more is for LISTEN. */
export const connectionsOfProcess = ({
  readConnections,
  writeConnections,
}: {
  readConnections: number;
  writeConnections: number;
}): number => 2 * readConnections + writeConnections + groupCommitConnections + searchConnections + 1;
