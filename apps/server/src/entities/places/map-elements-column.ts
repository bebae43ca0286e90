import { noElements, type MapElements } from '@sweepline/contract';
import { customType } from 'drizzle-orm/pg-core';

/** The elements of a map. Rows stored before a kind of element existed are read with an empty list of it. */
export const mapElementsColumn = customType<{ data: MapElements; driverData: unknown }>({
  dataType: () => 'jsonb',
  toDriver: (elements) => JSON.stringify(elements),
  fromDriver: (stored) => ({
    ...noElements,
    ...((typeof stored === 'string' ? JSON.parse(stored) : stored) as Partial<MapElements>),
  }),
});
