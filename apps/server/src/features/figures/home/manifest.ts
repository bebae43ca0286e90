import type { NeedSource } from '../../../entities/figures/need-source.ts';
import { needAnswers } from './need-handlers.ts';

/** What this feature adds to the server. */
export const needs = {
  calls: ({ needSources }: { needSources: readonly NeedSource[] }) => needAnswers(needSources),
};
