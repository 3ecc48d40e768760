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
  /** Where answers to a page go. Two channels are equal if they lead to the same document. */
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
  private final Set<Request> openRequests = new HashSet<>();

  /** Another document, as after the page was loaded again, may use the same ids. */
  private record Request(ReplyChannel channel, String requestId) {}

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
    Request request = new Request(channel, requestId);
    if (openRequests.size() >= MOST_OPEN_REQUESTS || !openRequests.add(request)) return;
    Reply reply = new OneReply(request, method);
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
      // The message of the fault may have personal data. Where it happened has none.
      Log.e(TAG, method + " failed: " + fault.getClass().getName() + " at " + fault.getStackTrace()[0]);
      reply.refuse(Refusal.FAILED);
    }
  }

  private final class OneReply implements Reply {
    private final Request request;
    private final String method;

    OneReply(Request request, String method) {
      this.request = request;
      this.method = method;
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
      if (!openRequests.remove(request)) return;
      try {
        String answer = new JSONObject().put("ok", isDone).put(name, content).toString();
        JSONObject message = new JSONObject().put("requestId", request.requestId()).put("answer", answer);
        request.channel().post(message.toString());
      } catch (JSONException impossible) {
        throw new IllegalStateException(impossible);
      }
    }
  }
}
