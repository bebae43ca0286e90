import type { NeedSource } from '../../../entities/figures/need-source.ts';
import { gettingStartedAnswers } from './getting-started-handlers.ts';
import { needAnswers } from './need-handlers.ts';

/** What this feature adds to the server. */
export const needs = {
  calls: ({
    needSources,
    mailFrom,
  }: {
    needSources: readonly NeedSource[];
    mailFrom?: string | undefined;
  }) => [...needAnswers(needSources), ...gettingStartedAnswers({ mailFrom })],
};
