/** The classes of loans, from the best to the worst. */
export const RETURN_CLASSES = ['pass', 'watch', 'substandard', 'doubtful', 'loss'] as const;

/** The amounts of a class of loans that a line of the return can have. */
export const RETURN_FIGURES = ['gross', 'provision', 'expectedLoss'] as const;

/** How often a file is made by itself. */
export const SCHEDULE_STEPS = { day: 'day', week: 'week, from Monday', month: 'month' } as const;
export type ScheduleStep = keyof typeof SCHEDULE_STEPS;
