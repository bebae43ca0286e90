import type { PeriodSelection } from '../../../../shared/statistics/use-period.ts';

/** What each block of the data board gets: the period and the filters of the page, or its own. */
export interface BlockProps {
  selection: PeriodSelection;
}

/** The filters of a selection without its period and mode, for figures that have none. */
export const ownerOf = ({ filter: { companyId, siteId, deviceId } }: PeriodSelection) => ({
  ...(companyId && { companyId }),
  ...(siteId && { siteId }),
  ...(deviceId && { deviceId }),
});

/** The days of a selection and its filters without the mode. */
export const daysOf = (selection: PeriodSelection) => ({
  ...selection.days,
  ...ownerOf(selection),
});
