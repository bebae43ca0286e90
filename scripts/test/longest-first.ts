import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import slowFiles from './slow-files.json' with { type: 'json' };

const secondsOf = new Map(Object.entries(slowFiles));

/**
 * Begins with the files that take longest, mostly because they wait, so that others use the processors meanwhile and none of them is
 * left alone at the end. A fresh clone has no durations of an earlier run, so `slow-files.json` has those of five seconds and more.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const seconds = ({ moduleId }: TestSpecification) =>
      secondsOf.get(relative(this.ctx.config.root, moduleId)) ?? 0;
    const usual = await super.sort(files);
    return usual.toSorted((a, b) => seconds(b) - seconds(a));
  }
}
