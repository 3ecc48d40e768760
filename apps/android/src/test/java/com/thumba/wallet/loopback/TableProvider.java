package com.thumba.wallet.loopback;

import android.content.ContentProvider;
import android.content.ContentUris;
import android.content.ContentValues;
import android.database.Cursor;
import android.database.sqlite.SQLiteDatabase;
import android.net.Uri;
import java.util.Locale;
import org.robolectric.android.controller.ContentProviderController;

/**
 * The tables of a provider of Android that Robolectric lacks: its SMS and its calendar. A table has the columns that
 * are named here, in a database in memory, and answers the queries of the app as a phone does.
 */
public final class TableProvider extends ContentProvider {
  private static final String CALENDAR_COLUMNS =
      "name, account_name, account_type, calendar_displayName, calendar_color, calendar_access_level, ownerAccount, "
          + "visible, sync_events, isPrimary, calendar_timezone, allowedReminders, cal_sync1, cal_sync2, deleted";
  private static final String EVENT_COLUMNS =
      "calendar_id, title, description, dtstart, dtend, duration, allDay, eventTimezone, eventEndTimezone, hasAlarm, "
          + "availability, accessLevel, customAppPackage, customAppUri, sync_data1, sync_data2, _sync_id, uid2445, "
          + "deleted INTEGER NOT NULL DEFAULT 0, dirty, guestsCanModify, organizer";

  private final SQLiteDatabase database = SQLiteDatabase.create(null);

  /** Registers the tables under the names that Android has for them. */
  static TableProvider registerSms() {
    return register("sms", "sms (_id INTEGER PRIMARY KEY, address, body, date INTEGER, type INTEGER, read, thread_id)");
  }

  static TableProvider registerCalendar() {
    return register(
        "com.android.calendar",
        "calendars (_id INTEGER PRIMARY KEY, " + CALENDAR_COLUMNS + ")",
        "events (_id INTEGER PRIMARY KEY, " + EVENT_COLUMNS + ")",
        "reminders (_id INTEGER PRIMARY KEY, event_id INTEGER, minutes INTEGER, method INTEGER)");
  }

  private static TableProvider register(String authority, String... tables) {
    TableProvider provider = ContentProviderController.of(new TableProvider()).create(authority).get();
    for (String table : tables) provider.database.execSQL("CREATE TABLE " + table);
    return provider;
  }

  SQLiteDatabase database() {
    return database;
  }

  @Override
  public boolean onCreate() {
    return true;
  }

  @Override
  public Cursor query(Uri address, String[] columns, String where, String[] values, String order) {
    return database.query(tableOf(address), columns, where(address, where), values, null, null, order);
  }

  @Override
  public Uri insert(Uri address, ContentValues values) {
    return ContentUris.withAppendedId(address, database.insertOrThrow(tableOf(address), null, values));
  }

  @Override
  public int delete(Uri address, String where, String[] values) {
    return database.delete(tableOf(address), where(address, where), values);
  }

  @Override
  public int update(Uri address, ContentValues changed, String where, String[] values) {
    return database.update(tableOf(address), changed, where(address, where), values);
  }

  @Override
  public String getType(Uri address) {
    return null;
  }

  /** {@code content://sms/inbox} is the table sms with the received SMS only. */
  private static String tableOf(Uri address) {
    if ("sms".equals(address.getAuthority())) return "sms";
    return address.getPathSegments().get(0).toLowerCase(Locale.ROOT);
  }

  private static String where(Uri address, String where) {
    String last = address.getLastPathSegment();
    String narrower = null;
    if ("inbox".equals(last)) narrower = "type = 1";
    else if (last != null && last.matches("\\d+")) narrower = "_id = " + last;
    if (narrower == null) return where;
    return where == null ? narrower : "(" + where + ") AND " + narrower;
  }
}
