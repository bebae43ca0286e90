import { noElements, type MapElements } from '@sweepline/contract';
import { customType } from 'drizzle-orm/pg-core';

/** What is drawn on a map. Rows stored before a kind of element was known come back with an empty list of it. */
export const mapElementsColumn = customType<{ data: MapElements; driverData: unknown }>({
  dataType: () => 'jsonb',
  toDriver: (elements) => JSON.stringify(elements),
  fromDriver: (stored) => ({
    ...noElements,
    ...((typeof stored === 'string' ? JSON.parse(stored) : stored) as Partial<MapElements>),
  }),
});
