import type { Vault } from '../../platform/files/vault.ts';
import type { Robots } from '../../robots-port/robots.ts';
import { shellAnswers } from './shell-handlers.ts';
import { shellTopics } from './shell-topics.ts';

/** What this feature adds to the server. */
export const deviceShells = {
  calls: ({ robots, vault }: { robots: Robots; vault: Vault }) => shellAnswers({ robots, vault }),
  topics: shellTopics,
};
