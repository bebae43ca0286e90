import { leastModelF1, type AiFigures, type AiGate, type AiModel } from '@sweepline/contract';

interface Judged {
  figures: AiFigures;
  baseline: AiFigures;
}

const ofNoClass = { classId: '', name: '' };

/** Why a model may not be approved; empty if it may. */
export function gateOf(classes: AiModel['classes'], evaluation: Judged | null): AiGate[] {
  if (!evaluation) return [{ code: 'NOT_JUDGED', ...ofNoClass, f1: null }];
  const { figures, baseline } = evaluation;
  const weak = figures.classes.flatMap(({ f1 }, at): AiGate[] =>
    // A class without tiles in the test is not known to be recognised.
    f1 !== null && f1 >= leastModelF1
      ? []
      : [{ code: 'CLASS_WEAK', classId: classes[at]?.id ?? '', name: classes[at]?.name ?? '', f1 }],
  );
  const isBelow = (figures.f1 ?? 0) < (baseline.f1 ?? 0);
  return [...weak, ...(isBelow ? [{ code: 'BELOW_BASELINE' as const, ...ofNoClass, f1: baseline.f1 }] : [])];
}
