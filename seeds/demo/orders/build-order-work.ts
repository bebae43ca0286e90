import type { CheckItem } from '@sweepline/contract';
import { checklists } from '../../../apps/server/src/entities/service/checklist-table.ts';
import { sparePartPrices, spareParts } from '../../../apps/server/src/entities/stock/spare-part-table.ts';
import type { Tx } from '../../../apps/server/src/platform/db/db.ts';
import { newId } from '../../../apps/server/src/platform/runtime/ids.ts';
import type { CompanyKey } from '../people.ts';

const point = (text: string, more: Partial<CheckItem> = {}): CheckItem => ({
  id: newId(),
  kind: 'TICK',
  text,
  required: true,
  unit: '',
  min: null,
  max: null,
  makesOrder: false,
  ...more,
});

/** The checklists of the provider, which all companies use, and one of an agent. */
const templates = () => [
  {
    company: 'provider' as const,
    name: '季度保养',
    requiresPhoto: true,
    requiresSignature: true,
    items: [
      point('主刷转动平稳，无缠绕', { makesOrder: true }),
      point('吸水胶条完好', { makesOrder: true }),
      point('轮胎磨损深度', { kind: 'NUMBER', unit: 'mm', min: 2, makesOrder: true }),
      point('电池端电压', { kind: 'NUMBER', unit: 'V', min: 24, max: 29.4 }),
      point('激光雷达清洁后的照片', { kind: 'PHOTO' }),
      point('备注', { kind: 'TEXT', required: false }),
    ],
  },
  {
    company: 'provider' as const,
    name: '安装验收',
    requiresPhoto: true,
    requiresSignature: true,
    items: [point('地图已建立并启用'), point('急停按钮有效'), point('首次任务完成'), point('客户已培训')],
  },
  {
    company: 'rhein' as const,
    name: 'Wartung vor Ort',
    requiresPhoto: false,
    requiresSignature: true,
    items: [
      point('Hauptbürste frei von Fasern', { makesOrder: true }),
      point('Filter gereinigt'),
      point('Reifendruck', { kind: 'NUMBER', unit: 'bar', min: 2, max: 3, makesOrder: true }),
      point('Bild des Geräts nach der Arbeit', { kind: 'PHOTO' }),
    ],
  },
];

const parts = [
  { number: 'SB-201', name: '边刷', models: ['J20', 'J30'], consumable: 'sideBrush', price: 68 },
  { number: 'MB-301', name: '主刷', models: ['J20', 'J30'], consumable: 'mainBrush', price: 320 },
  { number: 'FI-100', name: '滤芯', models: [], consumable: 'filter', price: 95 },
  { number: 'SQ-311', name: '吸水胶条', models: ['J30'], consumable: 'squeegee', price: 140 },
  { number: 'DB-401', name: '盘刷', models: ['J40'], consumable: 'discBrush', price: 450 },
  { number: 'WH-015', name: '驱动轮', models: ['J30', 'J40'], consumable: null, price: 780 },
  { number: 'BA-240', name: '锂电池组', models: ['J30'], consumable: null, price: 4_900 },
] as const;

/** Creates checklists and the list of spare parts. */
export async function buildOrderWork(
  db: Tx,
  now: () => Date,
  companyIds: Record<CompanyKey, string>,
): Promise<void> {
  const at = now().toISOString();
  const stamp = { createdAt: at, updatedAt: at, updatedBy: 'admin' };
  for (const { company, ...template } of templates())
    await db.insert(checklists).values({ companyId: companyIds[company], ...template, ...stamp });
  const companyId = companyIds.provider;
  for (const { price, models, ...part } of parts) {
    const id = newId();
    await db.insert(spareParts).values({ id, companyId, ...part, models: [...models], ...stamp });
    await db.insert(sparePartPrices).values({ companyId, partId: id, amount: price, currency: 'CNY' });
  }
}
