package com.thumba.wallet.calendar;

import android.content.ContentProviderOperation;
import android.content.ContentResolver;
import android.content.ContentUris;
import android.content.OperationApplicationException;
import android.database.Cursor;
import android.os.RemoteException;
import android.provider.CalendarContract;
import android.provider.CalendarContract.Events;
import android.provider.CalendarContract.Reminders;
import com.thumba.wallet.bridge.Refusal;
import com.thumba.wallet.bridge.Refused;
import java.util.ArrayList;

/**
 * Writes due dates into the phone's calendar. The key is kept with the event, in the column for the app that made it,
 * so that an event which the person removed by hand leaves nothing behind.
 */
final class DueDateCalendar {
  private static final long DAY_MS = 24L * 60 * 60 * 1000;
  /** From nine in the morning until the midnight at which the day of the event starts. */
  private static final int REMINDER_MINUTES = 15 * 60;
  private static final String OF_KEY =
      Events.CUSTOM_APP_PACKAGE + " = ? AND " + Events.CUSTOM_APP_URI + " = ? AND " + Events.DELETED + " = 0";

  private final ContentResolver resolver;
  private final WritableCalendar calendar;
  private final String packageName;

  DueDateCalendar(ContentResolver resolver, String calendarName, String packageName) {
    this.resolver = resolver;
    calendar = new WritableCalendar(resolver, calendarName);
    this.packageName = packageName;
  }

  /** Also replaces the event of the same key. The phone does all of it or nothing. */
  synchronized void add(DueDate dueDate) throws Refused {
    ArrayList<ContentProviderOperation> changes = removalsOf(dueDate.key());
    int event = changes.size();
    changes.add(
        ContentProviderOperation.newInsert(Events.CONTENT_URI)
            .withValue(Events.CALENDAR_ID, calendar.id())
            .withValue(Events.TITLE, dueDate.title())
            .withValue(Events.DESCRIPTION, dueDate.description())
            .withValue(Events.ALL_DAY, 1)
            .withValue(Events.DTSTART, dueDate.startMs())
            .withValue(Events.DTEND, dueDate.startMs() + DAY_MS)
            .withValue(Events.EVENT_TIMEZONE, "UTC")
            .withValue(Events.AVAILABILITY, Events.AVAILABILITY_FREE)
            .withValue(Events.HAS_ALARM, 1)
            .withValue(Events.CUSTOM_APP_PACKAGE, packageName)
            .withValue(Events.CUSTOM_APP_URI, dueDate.key())
            .build());
    changes.add(
        ContentProviderOperation.newInsert(Reminders.CONTENT_URI)
            .withValueBackReference(Reminders.EVENT_ID, event)
            .withValue(Reminders.MINUTES, REMINDER_MINUTES)
            .withValue(Reminders.METHOD, Reminders.METHOD_ALERT)
            .build());
    apply(changes);
  }

  synchronized void remove(String key) throws Refused {
    ArrayList<ContentProviderOperation> removals = removalsOf(key);
    if (!removals.isEmpty()) apply(removals);
  }

  private ArrayList<ContentProviderOperation> removalsOf(String key) throws Refused {
    ArrayList<ContentProviderOperation> removals = new ArrayList<>();
    String[] bounds = {packageName, key};
    try (Cursor events =
        resolver.query(Events.CONTENT_URI, new String[] {Events._ID}, OF_KEY, bounds, Events._ID)) {
      if (events == null) throw new Refused(Refusal.UNSUPPORTED, "the phone has no calendar");
      while (events.moveToNext())
        removals.add(
            ContentProviderOperation.newDelete(
                    ContentUris.withAppendedId(Events.CONTENT_URI, events.getLong(0)))
                .build());
    }
    return removals;
  }

  private void apply(ArrayList<ContentProviderOperation> changes) throws Refused {
    try {
      resolver.applyBatch(CalendarContract.AUTHORITY, changes);
    } catch (OperationApplicationException | RemoteException fault) {
      throw new Refused(Refusal.FAILED, fault.getMessage());
    }
  }
}
