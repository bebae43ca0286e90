import { mapLayerCalls } from '@sweepline/contract';
import { answer } from '../../platform/calls.ts';
import { waiting } from '../../platform/waiting.ts';
import { readLayer } from './map-layer-service.ts';

export const mapLayerAnswers = answer(mapLayerCalls, { read: waiting(readLayer) });
