import type { Output, SavingsAssumption, siteTargetCalls } from '@sweepline/contract';

type Answer = Output<typeof siteTargetCalls.savings>;

/** Reports of one site in a period, with its assumptions. `known` counts the reports behind each figure. */
export interface SiteWork {
  siteId: string | null;
  siteName: string | null;
  /** Reports that are not implausible. */
  reports: number;
  area: { m2: number; known: number };
  /** Consumption and area of the days on which each report has both. */
  water: { l: number; m2: number; known: number };
  energy: { wh: number; m2: number; known: number };
  manualM2PerHour: number | null;
  hourlyWage: number | null;
  currency: string | null;
  manualLitresPerM2: number | null;
  manualWhPerM2: number | null;
  gCo2PerKwh: number | null;
}

/** Part of one site in a figure, with the assumptions that it takes. */
interface Share {
  work: SiteWork;
  value: number;
  reports: number;
  by: SavingsAssumption[];
}

/** A share of a site, or none when a report or an assumption is missing. */
const share = (
  work: SiteWork,
  reports: number,
  by: SavingsAssumption[],
  value: (...assumed: number[]) => number,
): Share[] => {
  const assumed = by.map((name) => work[name]).filter((number) => number !== null);
  if (reports === 0 || assumed.length < by.length) return [];
  return [{ work, reports, by, value: value(...assumed) }];
};

const hoursOf = (work: SiteWork) =>
  share(work, work.area.known, ['manualM2PerHour'], (speed = 0) => work.area.m2 / speed);
const wageOf = (work: SiteWork) =>
  share(
    work,
    work.area.known,
    ['manualM2PerHour', 'hourlyWage'],
    (speed = 0, wage = 0) => (work.area.m2 / speed) * wage,
  );
const waterOf = (work: SiteWork) =>
  share(work, work.water.known, ['manualLitresPerM2'], (litres = 0) => work.water.m2 * litres - work.water.l);
const savedWh = ({ energy }: SiteWork, manual: number) => energy.m2 * manual - energy.wh;
const energyOf = (work: SiteWork) =>
  share(work, work.energy.known, ['manualWhPerM2'], (manual = 0) => savedWh(work, manual));
const co2Of = (work: SiteWork) =>
  share(
    work,
    work.energy.known,
    ['manualWhPerM2', 'gCo2PerKwh'],
    (manual = 0, grams = 0) => (savedWh(work, manual) / 1e3) * (grams / 1e3),
  );

const sum = (numbers: readonly number[]) => numbers.reduce((all, number) => all + number, 0);
const totalOf = (shares: readonly Share[]) => ({
  value: sum(shares.map(({ value }) => value)),
  sites: shares.length,
  reports: sum(shares.map(({ reports }) => reports)),
});
const orNull = (shares: readonly Share[]) => (shares.length > 0 ? totalOf(shares) : null);

const maxValues = 10;

/** The values that the shares take, each with the number of its sites. */
function assumptionsOf(shares: readonly Share[]): Answer['assumptions'] {
  const names = new Set(shares.flatMap(({ by }) => by));
  return [...names].flatMap((assumption) => {
    const works = new Set(shares.filter(({ by }) => by.includes(assumption)).map(({ work }) => work));
    const keyOf = (work: SiteWork) =>
      assumption === 'hourlyWage' ? `${work.hourlyWage} ${work.currency}` : String(work[assumption]);
    return [...Map.groupBy(works, keyOf).values()]
      .map(([first, ...others]) => ({
        assumption,
        value: first![assumption]!,
        currency: assumption === 'hourlyWage' ? first!.currency : null,
        sites: 1 + others.length,
        siteName: others.length === 0 ? first!.siteName : null,
      }))
      .sort((a, b) => b.sites - a.sites || a.value - b.value)
      .slice(0, maxValues);
  });
}

/** What the robots saved against cleaning by hand. */
export function savingsOf(works: readonly SiteWork[]): Omit<Answer, 'from' | 'to' | 'computedAt'> {
  const [hours, wages, water, energy, co2] = [hoursOf, wageOf, waterOf, energyOf, co2Of].map((figure) =>
    works.flatMap(figure),
  ) as [Share[], Share[], Share[], Share[], Share[]];
  return {
    sites: works.filter(({ siteId, reports }) => siteId !== null && reports > 0).length,
    reports: sum(works.map(({ reports }) => reports)),
    hours: orNull(hours),
    wages: [...Map.groupBy(wages, ({ work }) => work.currency ?? '')]
      .map(([currency, shares]) => ({ currency, ...totalOf(shares) }))
      .sort((a, b) => b.sites - a.sites || (a.currency < b.currency ? -1 : 1)),
    waterL: orNull(water),
    energyWh: orNull(energy),
    co2Kg: orNull(co2),
    assumptions: assumptionsOf([...hours, ...wages, ...water, ...energy, ...co2]),
  };
}
