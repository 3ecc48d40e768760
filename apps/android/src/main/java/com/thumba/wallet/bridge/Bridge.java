package com.thumba.wallet.bridge;

import android.util.Log;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.json.JSONException;
import org.json.JSONObject;

/**
 * Gives the requests of the page to the hooks, and their answers back. All of it runs on the main thread. What is not a
 * request of the contract, and what comes from another page than the lender's, gets no answer.
 */
public final class Bridge {
  /** Where answers to a page go. */
  public interface ReplyChannel {
    void post(String message);
  }

  private static final String TAG = "ThumbaBridge";
  private static final int LONGEST_MESSAGE = 20_000;
  private static final int LONGEST_REQUEST_ID = 100;
  /** A faulty page that asks in a loop must not fill the memory. */
  private static final int MOST_OPEN_REQUESTS = 50;

  private final String origin;
  private final Map<String, Hook> hooks;
  private final Set<String> openRequests = new HashSet<>();

  public Bridge(String origin, Map<String, Hook> hooks) {
    this.origin = origin;
    this.hooks = hooks;
  }

  /** One message of a frame. The channel leads back to the same frame. */
  public void receive(String sourceOrigin, boolean isMainFrame, String message, ReplyChannel channel) {
    if (!isMainFrame || !origin.equals(sourceOrigin)) return;
    if (message == null || message.length() > LONGEST_MESSAGE) return;
    try {
      JSONObject request = new JSONObject(message);
      if (request.opt("requestId") instanceof String requestId
          && request.opt("method") instanceof String method
          && request.opt("argument") instanceof String argument
          && !requestId.isEmpty()
          && requestId.length() <= LONGEST_REQUEST_ID) ask(requestId, method, argument, channel);
    } catch (JSONException notARequest) {
      Log.w(TAG, "a message that is not a request");
    }
  }

  private void ask(String requestId, String method, String argument, ReplyChannel channel) {
    if (openRequests.size() >= MOST_OPEN_REQUESTS || !openRequests.add(requestId)) return;
    Reply reply = new OneReply(requestId, method, channel);
    Hook hook = hooks.get(method);
    if (hook == null) {
      reply.refuse(Refusal.UNSUPPORTED);
      return;
    }
    try {
      hook.ask(new Argument(new JSONObject(argument)), reply);
    } catch (Argument.Invalid | JSONException invalid) {
      Log.w(TAG, method + ": an argument that the contract does not have");
      reply.refuse(Refusal.FAILED);
    } catch (RuntimeException fault) {
      Log.e(TAG, method + " failed", fault);
      reply.refuse(Refusal.FAILED);
    }
  }

  private final class OneReply implements Reply {
    private final String requestId;
    private final String method;
    private final ReplyChannel channel;

    OneReply(String requestId, String method, ReplyChannel channel) {
      this.requestId = requestId;
      this.method = method;
      this.channel = channel;
    }

    @Override
    public void value(Object value) {
      answer(true, "value", value);
    }

    @Override
    public void refuse(Refusal refusal) {
      Log.i(TAG, method + ": " + refusal.error);
      answer(false, "error", refusal.error);
    }

    private void answer(boolean isDone, String name, Object content) {
      if (!openRequests.remove(requestId)) return;
      try {
        String answer = new JSONObject().put("ok", isDone).put(name, content).toString();
        channel.post(new JSONObject().put("requestId", requestId).put("answer", answer).toString());
      } catch (JSONException impossible) {
        throw new IllegalStateException(impossible);
      }
    }
  }
}
