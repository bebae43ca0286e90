export * from './body-limits.ts';
export * from './call.ts';
export * from './errors.ts';
export * from './files.ts';
export * from './list.ts';
export * from './lookup.ts';
export * from './permission-tree.ts';
export * from './permission-ways.ts';
export * from './permissions.ts';
export * from './storable-text.ts';
export * from './table-file.ts';
export * from './topics.ts';
export * from './areas/devices.ts';
export * from './areas/people.ts';
export * from './areas/places.ts';
export * from './areas/work.ts';

import { deviceArea } from './areas/devices.ts';
import { peopleArea } from './areas/people.ts';
import { placeArea } from './areas/places.ts';
import { workArea } from './areas/work.ts';
import { fileCalls } from './files.ts';

/** Every call of the product. The server must answer each of them; one test walks the whole table. */
export const allCalls = { ...peopleArea, ...deviceArea, ...placeArea, ...workArea, files: fileCalls };
