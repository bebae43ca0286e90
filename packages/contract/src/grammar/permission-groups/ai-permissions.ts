/** Codes of images that robots collect for training, and of what is trained with them. */
export const aiPermissions = {
  aiCentre: 'M300400',
  aiProjectCreate: 'M30040001',
  aiProjectUpdate: 'M30040002',
  aiProjectDelete: 'M30040003',
  aiConsents: 'M30040004',
  aiModels: 'M300401',
  aiModelApprove: 'M30040102',
  aiImages: 'M300402',
  aiImageLabel: 'M30040201',
  aiImageReview: 'M30040202',
  aiImageDelete: 'M30040203',
  aiImageExport: 'M30040204',
  aiTraining: 'M300403',
  aiTrainingStart: 'M30040301',
} as const;
