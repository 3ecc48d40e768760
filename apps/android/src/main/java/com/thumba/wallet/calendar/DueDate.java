package com.thumba.wallet.calendar;

import com.thumba.wallet.bridge.Argument;
import java.util.Calendar;
import java.util.Locale;
import java.util.TimeZone;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A day that the page enters into the calendar.
 *
 * @param startMs the start of the day in UTC, as all-day events have it
 */
record DueDate(String key, String title, String description, long startMs) {
  static final int LONGEST_KEY = 100;

  private static final int LONGEST_TITLE = 200;
  private static final int LONGEST_DESCRIPTION = 2000;
  private static final int LENGTH_OF_DAY = 10;
  private static final Pattern DAY = Pattern.compile("(2[0-9]{3})-([0-9]{2})-([0-9]{2})");

  /** Null when the day is not in the calendar, as the 30th of February. */
  static DueDate of(Argument argument) throws Argument.Invalid {
    String key = argument.text("key", LONGEST_KEY);
    String title = argument.text("title", LONGEST_TITLE);
    String description = argument.text("description", LONGEST_DESCRIPTION);
    Matcher day = DAY.matcher(argument.text("on", LENGTH_OF_DAY));
    if (!day.matches()) return null;
    Calendar start = Calendar.getInstance(TimeZone.getTimeZone("UTC"), Locale.ROOT);
    start.clear();
    start.setLenient(false);
    start.set(number(day.group(1)), number(day.group(2)) - 1, number(day.group(3)));
    try {
      return new DueDate(key, title, description, start.getTimeInMillis());
    } catch (IllegalArgumentException noSuchDay) {
      return null;
    }
  }

  private static int number(String digits) {
    return Integer.parseInt(digits);
  }
}
