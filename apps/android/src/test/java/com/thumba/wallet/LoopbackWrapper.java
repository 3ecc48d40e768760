package com.thumba.wallet;

import static org.robolectric.Shadows.shadowOf;

import android.os.Looper;
import com.thumba.wallet.bridge.Bridge;
import com.thumba.wallet.loopback.LoopbackLines;
import com.thumba.wallet.loopback.LoopbackPhone;
import java.io.IOException;
import java.time.Duration;
import org.json.JSONException;
import org.json.JSONObject;
import org.junit.Test;
import org.junit.runner.JUnitCore;
import org.junit.runner.Result;
import org.junit.runner.RunWith;
import org.junit.runner.notification.Failure;
import org.robolectric.Robolectric;
import org.robolectric.RobolectricTestRunner;
import org.robolectric.android.controller.ActivityController;
import org.robolectric.annotation.Config;

/**
 * Runs the app on Robolectric for a page in a browser on the same machine: the messages of the page come as lines over
 * loopback, and its answers go back. The end-to-end test starts it. The first line of its output says the port.
 *
 * <p>A line {@code {origin, isMainFrame, message, document}} is a message of a page; its answers come as {@code
 * {document, message}}. A line {@code {control, …}} sets up the phone or reads what happened on it, and is answered by
 * {@code {control, value}} or {@code {control, fault}}.
 */
@RunWith(RobolectricTestRunner.class)
@Config(sdk = 34)
public final class LoopbackWrapper {
  private static final Duration LONGEST_RUN = Duration.ofMinutes(15);

  /** Answers of the app go to the document that asked. */
  private record Document(LoopbackLines.Connection connection, String name) implements Bridge.ReplyChannel {
    @Override
    public void post(String message) {
      try {
        connection.send(new JSONObject().put("document", name).put("message", message).toString());
      } catch (JSONException impossible) {
        throw new IllegalStateException(impossible);
      }
    }
  }

  private MainActivity activity;
  private LoopbackPhone phone;
  private boolean isStopped;

  public static void main(String[] unused) {
    endWithInput();
    Result result = new JUnitCore().run(LoopbackWrapper.class);
    for (Failure failure : result.getFailures()) System.err.println(failure.getTrace());
    System.exit(result.wasSuccessful() ? 0 : 1);
  }

  @Test
  public void answersThePageInTheBrowserUntilItIsStopped() throws Exception {
    try (ActivityController<MainActivity> controller = Robolectric.buildActivity(MainActivity.class).setup();
        LoopbackLines lines = new LoopbackLines()) {
      activity = controller.get();
      phone = new LoopbackPhone(activity);
      System.out.println(new JSONObject().put("port", lines.port()));
      long startNanos = System.nanoTime();
      long idledNanos = startNanos;
      while (!isStopped && System.nanoTime() - startNanos < LONGEST_RUN.toNanos()) {
        LoopbackLines.Line line = lines.next();
        if (line != null) take(line);
        // The clock of Robolectric stands still by itself.
        long nowNanos = System.nanoTime();
        shadowOf(Looper.getMainLooper()).idleFor(Duration.ofNanos(nowNanos - idledNanos));
        idledNanos = nowNanos;
        phone.answerQuestion();
      }
    }
  }

  private void take(LoopbackLines.Line line) throws JSONException {
    JSONObject content = new JSONObject(line.text());
    String control = content.optString("control");
    if (control.isEmpty()) {
      Document document = new Document(line.from(), content.optString("document"));
      boolean isMainFrame = content.getBoolean("isMainFrame");
      activity.port().bridge().receive(content.getString("origin"), isMainFrame, content.getString("message"), document);
      return;
    }
    JSONObject answer = new JSONObject().put("control", control);
    try {
      answer.put("value", controlled(control, content));
    } catch (JSONException invalid) {
      answer.put("fault", invalid.getMessage());
    }
    line.from().send(answer.toString());
  }

  private Object controlled(String control, JSONObject content) throws JSONException {
    switch (control) {
      case "script" -> {
        return activity.port().script();
      }
      case "events" -> {
        return phone.events();
      }
      case "intents" -> {
        return phone.intents();
      }
      case "permissions" -> phone.answerQuestionsWith(content.getBoolean("granted"));
      case "inbox" -> phone.setInbox(content.getJSONArray("messages"));
      case "location" -> phone.setLocation(content.getDouble("latitude"), content.getDouble("longitude"));
      case "stop" -> isStopped = true;
      default -> throw new JSONException("There is no control " + control);
    }
    return true;
  }

  /** The test that started this program has ended when its input is closed. */
  private static void endWithInput() {
    Thread watch =
        new Thread(
            () -> {
              try {
                while (System.in.read() >= 0) continue;
              } catch (IOException closed) {
                System.err.println(closed.getMessage());
              }
              System.exit(0);
            });
    watch.setDaemon(true);
    watch.start();
  }
}
