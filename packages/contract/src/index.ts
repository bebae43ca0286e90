export * from './grammar/approvals.ts';
export * from './grammar/body-limits.ts';
export * from './grammar/call.ts';
export * from './grammar/closeness.ts';
export * from './grammar/csv-line.ts';
export * from './grammar/error-codes.ts';
export * from './grammar/errors.ts';
export * from './grammar/lang.ts';
export * from './grammar/files.ts';
export * from './grammar/fold-text.ts';
export * from './grammar/list.ts';
export * from './grammar/lookup.ts';
export * from './grammar/permission-tree.ts';
export * from './grammar/permission-tree-queries.ts';
export * from './grammar/permissions.ts';
export * from './grammar/planned-permissions.ts';
export * from './grammar/reasons/because.ts';
export * from './grammar/reasons/field-reason.ts';
export * from './grammar/reasons/field-reasons.ts';
export * from './grammar/release.ts';
export * from './grammar/storable-text.ts';
export * from './grammar/table-file.ts';
export * from './grammar/weekday.ts';
export * from './grammar/duration.ts';
export * from './grammar/site-period.ts';
export * from './pages.ts';
export * from './topics.ts';
export * from './ai/area.ts';
export * from './alarms/area.ts';
export * from './api/area.ts';
export * from './brand/area.ts';
export * from './devices/area.ts';
export * from './figures/area.ts';
export * from './installation/area.ts';
export * from './knowledge/area.ts';
export * from './people/area.ts';
export * from './places/area.ts';
export * from './remote/area.ts';
export * from './service/area.ts';
export * from './stock/area.ts';
export * from './updates/area.ts';
export * from './work/area.ts';

import { aiArea } from './ai/area.ts';
import { alarmArea } from './alarms/area.ts';
import { apiArea } from './api/area.ts';
import { brandArea } from './brand/area.ts';
import { deviceArea } from './devices/area.ts';
import { figureArea } from './figures/area.ts';
import { installationArea } from './installation/area.ts';
import { knowledgeArea } from './knowledge/area.ts';
import { peopleArea } from './people/area.ts';
import { placeArea } from './places/area.ts';
import { remoteArea } from './remote/area.ts';
import { serviceArea } from './service/area.ts';
import { stockArea } from './stock/area.ts';
import { updateArea } from './updates/area.ts';
import { workArea } from './work/area.ts';
import { fileCalls } from './grammar/files.ts';

/** Every call of the product. A test checks that the server has a handler for each. */
export const allCalls = {
  ...peopleArea,
  ...installationArea,
  ...brandArea,
  ...deviceArea,
  ...alarmArea,
  ...remoteArea,
  ...stockArea,
  ...placeArea,
  ...workArea,
  ...figureArea,
  ...serviceArea,
  ...updateArea,
  ...apiArea,
  ...knowledgeArea,
  ...aiArea,
  files: fileCalls,
};
