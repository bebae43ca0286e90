/** What a server reports with each sign. */
export interface ServerSigns {
  figures: Record<string, number>;
  runningJobs: readonly string[];
  notFollowed?: UndeliveredRobots | undefined;
}

/** Robots whose messages a broker does not deliver to their server. */
export interface UndeliveredRobots {
  count: number;
  /** Serial numbers of the first of them. */
  serialNumbers: string[];
  /** Topics that are delivered of no robot. */
  topics: string[];
}
