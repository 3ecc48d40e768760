import type { StaffAnswer } from '@thumba/contract/staff/wire';

export type Wheel = StaffAnswer<'getWheel'>;
