package com.thumba.wallet.calendar;

import android.content.ContentProvider;
import android.content.ContentUris;
import android.content.ContentValues;
import android.database.Cursor;
import android.database.sqlite.SQLiteDatabase;
import android.net.Uri;
import android.provider.CalendarContract;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.robolectric.Robolectric;

/** The calendars of a phone, which Robolectric does not have, with the columns and rules that the app relies on. */
public final class CalendarProvider extends ContentProvider {
  private final SQLiteDatabase database = SQLiteDatabase.create(null);
  private volatile RuntimeException failure;
  private volatile Runnable whenAsked = () -> {};

  public static CalendarProvider start() {
    return Robolectric.buildContentProvider(CalendarProvider.class).create(CalendarContract.AUTHORITY).get();
  }

  @Override
  public boolean onCreate() {
    database.execSQL(
        "CREATE TABLE calendars (_id INTEGER PRIMARY KEY, account_name TEXT, account_type TEXT, ownerAccount TEXT,"
            + " name TEXT, calendar_displayName TEXT, calendar_color INTEGER, calendar_access_level INTEGER,"
            + " visible INTEGER, sync_events INTEGER, isPrimary INTEGER)");
    database.execSQL(
        "CREATE TABLE events (_id INTEGER PRIMARY KEY, calendar_id INTEGER NOT NULL, title TEXT, description TEXT,"
            + " allDay INTEGER, dtstart INTEGER NOT NULL, dtend INTEGER, eventTimezone TEXT NOT NULL,"
            + " availability INTEGER, hasAlarm INTEGER, customAppPackage TEXT, customAppUri TEXT,"
            + " deleted INTEGER NOT NULL DEFAULT 0)");
    database.execSQL(
        "CREATE TABLE reminders (_id INTEGER PRIMARY KEY, event_id INTEGER NOT NULL, minutes INTEGER, method INTEGER)");
    return true;
  }

  /** A calendar of an account of the phone. */
  public void keepCalendar(long id, int accessLevel, boolean isPrimary) {
    ContentValues calendar = new ContentValues();
    calendar.put("_id", id);
    calendar.put("account_name", "person@mail.example");
    calendar.put("account_type", "com.google");
    calendar.put("calendar_access_level", accessLevel);
    calendar.put("visible", 1);
    calendar.put("isPrimary", isPrimary ? 1 : null);
    database.insertOrThrow("calendars", null, calendar);
  }

  /** What the person does in the calendar app of the phone. The row stays until the account is synchronized. */
  public void removeByHand(String title) {
    database.execSQL("UPDATE events SET deleted = 1 WHERE title = ?", new Object[] {title});
  }

  /** What happens after the app has read the events, and before it gets them. */
  public void whenAsked(Runnable action) {
    whenAsked = action;
  }

  public void failWith(RuntimeException fault) {
    failure = fault;
  }

  /** The rows of "calendars", "events" or "reminders". A value that is missing is "null". */
  public List<Map<String, String>> rows(String table) {
    List<Map<String, String>> rows = new ArrayList<>();
    try (Cursor cursor = database.query(table, null, null, null, null, null, "_id")) {
      while (cursor.moveToNext()) {
        Map<String, String> row = new HashMap<>();
        for (int column = 0; column < cursor.getColumnCount(); column++)
          row.put(cursor.getColumnName(column), String.valueOf(cursor.getString(column)));
        rows.add(row);
      }
    }
    return rows;
  }

  @Override
  public Cursor query(Uri uri, String[] columns, String where, String[] bounds, String order) {
    if (failure != null) throw failure;
    Cursor rows = database.query(uri.getLastPathSegment(), columns, where, bounds, null, null, order);
    rows.getCount();
    if (uri.getLastPathSegment().equals("events")) whenAsked.run();
    return rows;
  }

  @Override
  public Uri insert(Uri uri, ContentValues values) {
    String table = uri.getLastPathSegment();
    boolean isSyncAdapter = uri.getBooleanQueryParameter(CalendarContract.CALLER_IS_SYNCADAPTER, false);
    if (table.equals("calendars") && !isSyncAdapter)
      throw new IllegalArgumentException("only a sync adapter may make a calendar");
    return ContentUris.withAppendedId(uri, database.insertOrThrow(table, null, values));
  }

  @Override
  public int delete(Uri uri, String where, String[] bounds) {
    String[] id = {uri.getLastPathSegment()};
    database.delete("reminders", "event_id = ?", id);
    return database.delete("events", "_id = ?", id);
  }

  @Override
  public int update(Uri uri, ContentValues values, String where, String[] bounds) {
    throw new UnsupportedOperationException("the app changes no row");
  }

  @Override
  public String getType(Uri uri) {
    return null;
  }
}
