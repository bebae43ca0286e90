export * from './activation-code.ts';
export * from './activation-code-rows.ts';
export * from './activation-codes.ts';
export * from './card-usage.ts';
export * from './device-binding.ts';
export * from './device-resales.ts';
export * from './device-stock.ts';
export * from './device-warranty.ts';
export * from './card-key.ts';
export * from './network-cards.ts';
export * from './spare-parts.ts';

import { activationCodeCalls } from './activation-codes.ts';
import { deviceBindingCalls } from './device-binding.ts';
import { deviceResaleCalls } from './device-resales.ts';
import { deviceStockCalls } from './device-stock.ts';
import { deviceWarrantyCalls } from './device-warranty.ts';
import { networkCardCalls } from './network-cards.ts';
import { sparePartCalls } from './spare-parts.ts';

/** Calls about robots in stock, activation codes, SIM cards and spare parts. */
export const stockArea = {
  deviceBinding: deviceBindingCalls,
  deviceStock: deviceStockCalls,
  deviceResales: deviceResaleCalls,
  deviceWarranty: deviceWarrantyCalls,
  activationCodes: activationCodeCalls,
  networkCards: networkCardCalls,
  spareParts: sparePartCalls,
};
