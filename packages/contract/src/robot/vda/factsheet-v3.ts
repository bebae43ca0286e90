import { z } from 'zod';
import { header, identifier, keyValue, number, oneOf, openObject, soft, text } from '../wire.ts';

const actionDeclaration = z.object({
  actionType: identifier,
  actionScopes: soft(z.array(oneOf('INSTANT', 'NODE', 'EDGE', 'ZONE'))),
  actionParameters: soft(
    z.array(z.object({ key: text, valueDataType: soft(text), isOptional: soft(z.boolean()) })),
  ),
  blockingTypes: soft(z.array(oneOf('NONE', 'SOFT', 'SINGLE', 'HARD'))),
  pauseAllowed: soft(z.boolean()),
  cancelAllowed: soft(z.boolean()),
});

export const factsheetV3 = z.object({
  ...header,
  typeSpecification: soft(openObject),
  physicalParameters: soft(openObject),
  protocolLimits: soft(
    z.object({
      maximumStringLengths: soft(
        z.object({
          maximumMessageLength: soft(number),
          maximumIdLength: soft(number),
          idNumericalOnly: soft(z.boolean()),
        }),
      ),
      maximumArrayLengths: soft(openObject),
      timing: soft(
        z.object({
          minimumOrderInterval: soft(number),
          minimumStateInterval: soft(number),
          defaultStateInterval: soft(number),
          visualizationInterval: soft(number),
        }),
      ),
    }),
  ),
  protocolFeatures: soft(
    z.object({
      optionalParameters: soft(
        z.array(z.object({ parameter: text, support: oneOf('SUPPORTED', 'REQUIRED') })),
      ),
      mobileRobotActions: soft(z.array(actionDeclaration)),
    }),
  ),
  mobileRobotGeometry: soft(openObject),
  loadSpecification: soft(openObject),
  mobileRobotConfiguration: soft(
    z.object({ versions: soft(z.array(keyValue)), batteryCharging: soft(openObject) }),
  ),
});
export type FactsheetV3 = z.infer<typeof factsheetV3>;
