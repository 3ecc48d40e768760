/**
 * The borrowers of most tests have invented cards and no faces. A test about cards and faces leaves these settings as a
 * lender has them.
 */
export const WITHOUT_IDENTITY_CHECKS = { FACE_REQUIRED: 'false', UNCHECKED_IDENTITY_IS_VALID: 'true' };
