/** What a robot can look at in itself (`chassis.selfCheck`, 2.2). */
export const selfCheckItems = ['MOTOR', 'LIDAR', 'CAMERA', 'IMU', 'BUMPER', 'PUMP', 'BRUSH'] as const;
export type SelfCheckItem = (typeof selfCheckItems)[number];
export type SelfCheckResult = 'OK' | 'FAIL' | 'ABSENT';
