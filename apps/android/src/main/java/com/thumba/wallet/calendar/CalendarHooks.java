package com.thumba.wallet.calendar;

import android.content.Context;
import com.thumba.wallet.bridge.Argument;
import com.thumba.wallet.bridge.BackgroundWork;
import com.thumba.wallet.bridge.Hook;
import com.thumba.wallet.bridge.Refusal;
import com.thumba.wallet.bridge.Reply;
import com.thumba.wallet.bridge.TimeLimitedReply;
import com.thumba.wallet.permission.Permission;
import com.thumba.wallet.permission.Permissions;
import java.util.Map;

/** The hooks addCalendarEvent and removeCalendarEvent. */
public final class CalendarHooks {
  private static final long LIMIT_MS = 9_000;

  private final Permissions permissions;
  private final BackgroundWork background;
  private final DueDateCalendar calendar;

  private CalendarHooks(
      Context context, String calendarName, Permissions permissions, BackgroundWork background) {
    this.permissions = permissions;
    this.background = background;
    calendar = new DueDateCalendar(context.getContentResolver(), calendarName, context.getPackageName());
  }

  /** @param calendarName the name of the calendar that is made on a phone without one */
  public static Map<String, Hook> of(
      Context context, String calendarName, Permissions permissions, BackgroundWork background) {
    CalendarHooks hooks = new CalendarHooks(context, calendarName, permissions, background);
    return Map.of("addCalendarEvent", hooks::add, "removeCalendarEvent", hooks::remove);
  }

  private void add(Argument argument, Reply reply) throws Argument.Invalid {
    DueDate dueDate = DueDate.of(argument);
    if (dueDate == null) reply.refuse(Refusal.FAILED);
    else
      change(
          reply,
          () -> {
            calendar.add(dueDate);
            return true;
          });
  }

  private void remove(Argument argument, Reply reply) throws Argument.Invalid {
    String key = argument.text("key", DueDate.LONGEST_KEY);
    change(
        reply,
        () -> {
          calendar.remove(key);
          return true;
        });
  }

  private void change(Reply reply, BackgroundWork.Work work) {
    if (permissions.isGranted(Permission.CALENDAR))
      background.start(new TimeLimitedReply(reply, LIMIT_MS), work);
    else reply.refuse(Refusal.REFUSED);
  }
}
