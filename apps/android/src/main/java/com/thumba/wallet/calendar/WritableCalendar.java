package com.thumba.wallet.calendar;

import android.content.ContentResolver;
import android.content.ContentUris;
import android.content.ContentValues;
import android.database.Cursor;
import android.net.Uri;
import android.provider.CalendarContract;
import android.provider.CalendarContract.Calendars;
import com.thumba.wallet.bridge.Refusal;
import com.thumba.wallet.bridge.Refused;

/** Finds the calendar that due dates are written to. */
final class WritableCalendar {
  private static final String[] COLUMNS = {Calendars._ID, Calendars.IS_PRIMARY};
  private static final String WRITABLE =
      Calendars.CALENDAR_ACCESS_LEVEL + " >= ? AND " + Calendars.VISIBLE + " = 1";
  private static final String OWN = Calendars.ACCOUNT_TYPE + " = ? AND " + Calendars.ACCOUNT_NAME + " = ?";
  private static final int COLOUR = 0xFF1B5E20;

  private final ContentResolver resolver;
  private final String name;

  /** @param name the name of the calendar that is made on a phone without one */
  WritableCalendar(ContentResolver resolver, String name) {
    this.resolver = resolver;
    this.name = name;
  }

  /** The person's main calendar. A phone that has none gets one on the phone only. */
  long id() throws Refused {
    String lowestAccess = String.valueOf(Calendars.CAL_ACCESS_CONTRIBUTOR);
    try (Cursor calendars = query(WRITABLE, lowestAccess)) {
      while (calendars.moveToNext()) if (calendars.getInt(1) == 1) return calendars.getLong(0);
    }
    try (Cursor own = query(OWN, CalendarContract.ACCOUNT_TYPE_LOCAL, name)) {
      return own.moveToFirst() ? own.getLong(0) : make();
    }
  }

  private Cursor query(String where, String... bounds) throws Refused {
    Cursor calendars = resolver.query(Calendars.CONTENT_URI, COLUMNS, where, bounds, Calendars._ID);
    if (calendars == null) throw new Refused(Refusal.UNSUPPORTED, "the phone has no calendars");
    return calendars;
  }

  /** Only a sync adapter may make a calendar. */
  private long make() throws Refused {
    Uri asSyncAdapter =
        Calendars.CONTENT_URI
            .buildUpon()
            .appendQueryParameter(CalendarContract.CALLER_IS_SYNCADAPTER, "true")
            .appendQueryParameter(Calendars.ACCOUNT_NAME, name)
            .appendQueryParameter(Calendars.ACCOUNT_TYPE, CalendarContract.ACCOUNT_TYPE_LOCAL)
            .build();
    ContentValues calendar = new ContentValues();
    calendar.put(Calendars.ACCOUNT_NAME, name);
    calendar.put(Calendars.ACCOUNT_TYPE, CalendarContract.ACCOUNT_TYPE_LOCAL);
    calendar.put(Calendars.OWNER_ACCOUNT, name);
    calendar.put(Calendars.NAME, name);
    calendar.put(Calendars.CALENDAR_DISPLAY_NAME, name);
    calendar.put(Calendars.CALENDAR_COLOR, COLOUR);
    calendar.put(Calendars.CALENDAR_ACCESS_LEVEL, Calendars.CAL_ACCESS_OWNER);
    calendar.put(Calendars.VISIBLE, 1);
    calendar.put(Calendars.SYNC_EVENTS, 1);
    Uri made = resolver.insert(asSyncAdapter, calendar);
    if (made == null) throw new Refused(Refusal.UNSUPPORTED, "the phone makes no calendar");
    return ContentUris.parseId(made);
  }
}
