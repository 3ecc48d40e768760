package com.thumba.wallet.bridge;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.json.JSONException;
import org.json.JSONObject;

/** A page of the lender that asks hooks through the bridge, and keeps every answer. */
public final class TestPage {
  public static final String REFUSED = "{\"ok\":false,\"error\":\"refused\"}";
  public static final String UNSUPPORTED = "{\"ok\":false,\"error\":\"unsupported\"}";
  public static final String FAILED = "{\"ok\":false,\"error\":\"failed\"}";
  public static final String DONE = "{\"ok\":true,\"value\":true}";

  private static final String ORIGIN = "https://app.thumba.example";

  private final Bridge bridge;
  private final Bridge.ReplyChannel channel = this::keep;
  private final Map<String, List<String>> answers = new HashMap<>();
  private int requests;

  public TestPage(Map<String, Hook> hooks) {
    this(new Bridge(ORIGIN, hooks));
  }

  public TestPage(Bridge bridge) {
    this.bridge = bridge;
  }

  /** Another document at the same bridge, whose requests have the same ids. */
  public TestPage loadedAgain() {
    return new TestPage(bridge);
  }

  /** @return the id of the request */
  public String ask(String method, String argument) {
    String requestId = "request-" + ++requests;
    answers.put(requestId, new ArrayList<>());
    Map<String, String> request = Map.of("requestId", requestId, "method", method, "argument", argument);
    bridge.receive(ORIGIN, true, new JSONObject(request).toString(), channel);
    return requestId;
  }

  /** The answer of a hook that answers at once. */
  public String answerTo(String method, String argument) {
    return answer(ask(method, argument));
  }

  /** Null as long as there is no answer. */
  public String answer(String requestId) {
    List<String> given = answers.get(requestId);
    if (given.size() > 1) throw new AssertionError("answered more than once: " + given);
    return given.isEmpty() ? null : given.get(0);
  }

  private void keep(String message) {
    try {
      JSONObject posted = new JSONObject(message);
      answers.get(posted.getString("requestId")).add(posted.getString("answer"));
    } catch (JSONException invalid) {
      throw new AssertionError("not an answer: " + message, invalid);
    }
  }
}
