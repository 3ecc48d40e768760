/** A loan that was ever so many days late is bad: more than 30 days, as the reports on the age of loans have it. */
export const BAD_FROM_DAYS_LATE = 31;

/** The width of the bands into which points are counted. */
export const BAND_POINTS = 20;
