/** Parts that `chassis.selfCheck` tests: docs/protocol/commands.md#types. */
export const selfCheckItems = ['MOTOR', 'LIDAR', 'CAMERA', 'IMU', 'BUMPER', 'PUMP', 'BRUSH'] as const;
export type SelfCheckItem = (typeof selfCheckItems)[number];
export type SelfCheckResult = 'OK' | 'FAIL' | 'ABSENT';
