package com.thumba.wallet.calendar;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertTrue;
import static org.robolectric.Shadows.shadowOf;

import android.app.Activity;
import android.os.Looper;
import com.thumba.wallet.bridge.BackgroundWork;
import com.thumba.wallet.bridge.TestBackground;
import com.thumba.wallet.bridge.TestPage;
import com.thumba.wallet.permission.TestPermissions;
import com.thumba.wallet.permission.Permission;
import com.thumba.wallet.permission.PermissionQueue;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.json.JSONObject;
import org.junit.Before;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.robolectric.Robolectric;
import org.robolectric.RobolectricTestRunner;
import org.robolectric.annotation.Config;

@RunWith(RobolectricTestRunner.class)
@Config(sdk = {24, 26, 30, 34, 36})
public final class CalendarHooksTest {
  private static final int READ = 200;
  private static final int CONTRIBUTOR = 500;
  private static final int OWNER = 700;

  private final TestBackground background = new TestBackground();
  private CalendarProvider phone;
  private Activity activity;
  private TestPage page;

  @Before
  public void open() {
    TestPermissions.set(Permission.CALENDAR);
    TestPermissions.grant(Permission.CALENDAR);
    phone = CalendarProvider.start();
    openPage();
  }

  private void openPage() {
    activity = Robolectric.buildActivity(Activity.class).create().get();
    PermissionQueue permissions = new PermissionQueue(activity);
    page = new TestPage(CalendarHooks.of(activity, "Thumba", permissions, new BackgroundWork(background)));
  }

  private String answerTo(String method, JSONObject argument) throws Exception {
    String requestId = page.ask(method, argument.toString());
    background.run();
    return page.answer(requestId);
  }

  private static JSONObject event(String key, String on) {
    return new JSONObject(
        Map.of("key", key, "title", "Repayment due", "description", "Bill 1000011", "on", on));
  }

  private String add(String key, String on) throws Exception {
    return answerTo("addCalendarEvent", event(key, on));
  }

  private String remove(String key) throws Exception {
    return answerTo("removeCalendarEvent", new JSONObject(Map.of("key", key)));
  }

  @Test
  public void theDueDateIsAnAllDayEventOfTheMainCalendar() throws Exception {
    phone.keepCalendar(3, OWNER, false);
    phone.keepCalendar(4, READ, true);
    phone.keepCalendar(5, CONTRIBUTOR, true);
    assertEquals(TestPage.DONE, add("due-1", "2026-12-21"));
    assertEquals(1, phone.rows("events").size());
    Map<String, String> event = phone.rows("events").get(0);
    Map<String, String> expected = new HashMap<>();
    expected.put("_id", "1");
    expected.put("calendar_id", "5");
    expected.put("title", "Repayment due");
    expected.put("description", "Bill 1000011");
    expected.put("allDay", "1");
    expected.put("dtstart", "" + Instant.parse("2026-12-21T00:00:00Z").toEpochMilli());
    expected.put("dtend", "" + Instant.parse("2026-12-22T00:00:00Z").toEpochMilli());
    expected.put("eventTimezone", "UTC");
    expected.put("availability", "1");
    expected.put("hasAlarm", "1");
    expected.put("customAppPackage", "com.thumba.wallet");
    expected.put("customAppUri", "due-1");
    expected.put("deleted", "0");
    assertEquals(expected, event);
    assertEquals(3, phone.rows("calendars").size());
  }

  @Test
  public void theReminderIsAtNineInTheMorningOfTheDayBefore() throws Exception {
    phone.keepCalendar(1, OWNER, true);
    add("due-1", "2026-12-21");
    assertEquals(
        List.of(Map.of("_id", "1", "event_id", "1", "minutes", "900", "method", "1")),
        phone.rows("reminders"));
  }

  @Test
  public void aPhoneWithoutACalendarGetsOneForAllDueDates() throws Exception {
    assertEquals(TestPage.DONE, add("due-1", "2026-12-21"));
    assertEquals(TestPage.DONE, add("due-2", "2027-01-21"));
    assertEquals(1, phone.rows("calendars").size());
    Map<String, String> calendar = phone.rows("calendars").get(0);
    assertEquals("LOCAL", calendar.get("account_type"));
    assertEquals("Thumba", calendar.get("calendar_displayName"));
    assertEquals("700", calendar.get("calendar_access_level"));
    assertEquals("1", calendar.get("visible"));
    assertEquals(calendar.get("_id"), phone.rows("events").get(0).get("calendar_id"));
    assertEquals(calendar.get("_id"), phone.rows("events").get(1).get("calendar_id"));
  }

  @Test
  public void theSameKeyReplacesItsEventAlone() throws Exception {
    phone.keepCalendar(1, OWNER, true);
    add("due-1", "2026-12-21");
    add("due-2", "2026-12-21");
    add("due-1", "2027-02-28");
    assertEquals(2, phone.rows("events").size());
    assertEquals(2, phone.rows("reminders").size());
    Map<String, String> moved = phone.rows("events").get(1);
    assertEquals("due-1", moved.get("customAppUri"));
    assertEquals("" + Instant.parse("2027-02-28T00:00:00Z").toEpochMilli(), moved.get("dtstart"));
  }

  @Test
  public void theSameKeyTwiceAtOnceIsOneEvent() throws Exception {
    phone.keepCalendar(1, OWNER, true);
    String first = page.ask("addCalendarEvent", event("due-1", "2026-12-21").toString());
    String second = page.ask("addCalendarEvent", event("due-1", "2026-12-22").toString());
    Set<Thread> asked = ConcurrentHashMap.newKeySet();
    phone.whenAsked(
        () -> {
          asked.add(Thread.currentThread());
          while (!background.threads().stream().allMatch(thread -> asked.contains(thread) || isHeld(thread)))
            Thread.onSpinWait();
        });
    background.run();
    assertEquals(TestPage.DONE, page.answer(first));
    assertEquals(TestPage.DONE, page.answer(second));
    assertEquals(1, phone.rows("events").size());
  }

  /** Whether a thread waits until another one has left the calendar, or has nothing to do there. */
  private static boolean isHeld(Thread thread) {
    if (thread.getState() == Thread.State.TERMINATED) return true;
    StackTraceElement[] places = thread.getStackTrace();
    return thread.getState() == Thread.State.BLOCKED
        && places.length > 0
        && places[0].getClassName().equals(DueDateCalendar.class.getName());
  }

  @Test
  public void twoRemovalsAtOnceAreBothAnswered() throws Exception {
    phone.keepCalendar(1, OWNER, true);
    add("due-1", "2026-12-21");
    String first = page.ask("removeCalendarEvent", "{\"key\":\"due-1\"}");
    String second = page.ask("removeCalendarEvent", "{\"key\":\"due-1\"}");
    background.run();
    assertEquals(TestPage.DONE, page.answer(first));
    assertEquals(TestPage.DONE, page.answer(second));
    assertEquals(List.of(), phone.rows("events"));
  }

  @Test
  public void aRemovalForAPageThatWasLoadedAgainReachesNoNewPage() throws Exception {
    phone.keepCalendar(1, OWNER, true);
    add("due-1", "2026-12-21");
    page = page.loadedAgain();
    String before = page.ask("removeCalendarEvent", "{\"key\":\"due-1\"}");
    TestPage next = page.loadedAgain();
    String after = next.ask("removeCalendarEvent", "{\"key\":\"due-2\"}");
    assertEquals(before, after);
    background.run();
    assertEquals(TestPage.DONE, page.answer(before));
    assertEquals(TestPage.DONE, next.answer(after));
  }

  @Test
  public void anEventIsRemovedByItsKey() throws Exception {
    phone.keepCalendar(1, OWNER, true);
    add("due-1", "2026-12-21");
    add("due-2", "2026-12-21");
    assertEquals(TestPage.DONE, remove("due-1"));
    assertEquals(1, phone.rows("events").size());
    assertEquals("due-2", phone.rows("events").get(0).get("customAppUri"));
    assertEquals(TestPage.DONE, remove("due-1"));
    assertEquals(TestPage.DONE, remove("never there"));
  }

  @Test
  public void anEventOfAnotherAppWithTheSameTextIsKept() throws Exception {
    phone.keepCalendar(1, OWNER, true);
    add("due-1", "2026-12-21");
    DueDateCalendar other =
        new DueDateCalendar(activity.getContentResolver(), "Other", "com.other.app");
    other.remove("due-1");
    assertEquals(1, phone.rows("events").size());
  }

  @Test
  public void anEventThatThePersonRemovedByHandIsAddedAgainAndRemovedWithoutAFault() throws Exception {
    phone.keepCalendar(1, OWNER, true);
    add("due-1", "2026-12-21");
    phone.removeByHand("Repayment due");
    assertEquals(TestPage.DONE, remove("due-1"));
    assertEquals(TestPage.DONE, add("due-1", "2026-12-21"));
    assertEquals(2, phone.rows("events").size());
    assertEquals("0", phone.rows("events").get(1).get("deleted"));
  }

  @Test
  public void withoutThePermissionNothingIsReadOrWritten() throws Exception {
    shadowOf(activity.getApplication()).denyPermissions("android.permission.WRITE_CALENDAR");
    assertEquals(TestPage.REFUSED, page.answerTo("addCalendarEvent", event("due-1", "2026-12-21").toString()));
    assertEquals(TestPage.REFUSED, page.answerTo("removeCalendarEvent", "{\"key\":\"due-1\"}"));
    assertTrue(background.isEmpty());
  }

  @Test
  public void aFaultOfTheCalendarFails() throws Exception {
    phone.failWith(new IllegalStateException("broken"));
    assertEquals(TestPage.FAILED, add("due-1", "2026-12-21"));
    phone.failWith(new SecurityException("no"));
    assertEquals(TestPage.REFUSED, remove("due-1"));
  }

  @Test
  public void aCalendarThatStaysSilentFailsAfterNineSeconds() throws Exception {
    String requestId = page.ask("addCalendarEvent", event("due-1", "2026-12-21").toString());
    shadowOf(Looper.getMainLooper()).idleFor(Duration.ofMillis(8_999));
    assertNull(page.answer(requestId));
    shadowOf(Looper.getMainLooper()).idleFor(Duration.ofMillis(1));
    assertEquals(TestPage.FAILED, page.answer(requestId));
  }

  @Test
  public void anEventOfAnEndedPageIsReplacedByTheNextPage() throws Exception {
    phone.keepCalendar(1, OWNER, true);
    page.ask("addCalendarEvent", event("due-1", "2026-12-21").toString());
    openPage();
    background.run();
    assertEquals(TestPage.DONE, add("due-1", "2026-12-22"));
    assertEquals(1, phone.rows("events").size());
    String start = phone.rows("events").get(0).get("dtstart");
    assertEquals("" + Instant.parse("2026-12-22T00:00:00Z").toEpochMilli(), start);
  }

  @Test
  public void whatIsNotAnEventOfTheContractFails() throws Exception {
    String[] days = {
      "2026-02-29", "2026-13-01", "2026-00-10", "2026-04-31", "2026-1-1", "26-01-01", "1999-01-01", "2026-12-21 ", ""
    };
    for (String day : days)
      assertEquals(day, TestPage.FAILED, page.answerTo("addCalendarEvent", event("due-1", day).toString()));
    for (String field : List.of("key", "title", "description", "on")) {
      JSONObject missing = event("due-1", "2026-12-21");
      missing.remove(field);
      assertEquals(field, TestPage.FAILED, page.answerTo("addCalendarEvent", missing.toString()));
      JSONObject wrong = event("due-1", "2026-12-21").put(field, 7);
      assertEquals(field, TestPage.FAILED, page.answerTo("addCalendarEvent", wrong.toString()));
      JSONObject tooLong = event("due-1", "2026-12-21").put(field, "x".repeat(2001));
      assertEquals(field, TestPage.FAILED, page.answerTo("addCalendarEvent", tooLong.toString()));
    }
    assertEquals(
        TestPage.FAILED, page.answerTo("removeCalendarEvent", "{\"key\":\"" + "x".repeat(101) + "\"}"));
    assertEquals(TestPage.FAILED, page.answerTo("removeCalendarEvent", "{\"key\":[\"due-1\"]}"));
    assertTrue(background.isEmpty());
    assertEquals(TestPage.DONE, add("x".repeat(100), "2028-02-29"));
  }
}
