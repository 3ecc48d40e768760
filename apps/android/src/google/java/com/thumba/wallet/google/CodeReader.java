package com.thumba.wallet.google;

import android.content.BroadcastReceiver;
import android.content.Context;
import android.content.Intent;
import android.content.IntentFilter;
import androidx.core.content.ContextCompat;
import androidx.core.content.IntentCompat;
import com.google.android.gms.auth.api.phone.SmsRetriever;
import com.google.android.gms.auth.api.phone.SmsRetrieverApi;
import com.google.android.gms.common.api.CommonStatusCodes;
import com.google.android.gms.common.api.Status;
import com.thumba.wallet.bridge.Argument;
import com.thumba.wallet.bridge.Hook;
import com.thumba.wallet.bridge.Refusal;
import com.thumba.wallet.bridge.Reply;
import com.thumba.wallet.bridge.TimeLimitedReply;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The hook readCode: the code of the lender's SMS, by the SMS Retriever and without a permission. */
final class CodeReader implements Hook {
  /** One second less than the page waits. */
  static final long LIMIT_MS = 299_000;

  /** Four to eight digits that are not part of a longer number. */
  private static final Pattern CODE = Pattern.compile("(?<![0-9])[0-9]{4,8}(?![0-9])");

  private final Context context;
  private final Supplier<SmsRetrieverApi> retriever;
  private final String smsHash;
  private TimeLimitedReply open;

  CodeReader(Context context, Supplier<SmsRetrieverApi> retriever, String smsHash) {
    this.context = context;
    this.retriever = retriever;
    this.smsHash = smsHash;
  }

  @Override
  public void ask(Argument argument, Reply reply) {
    stop();
    MessageReceiver receiver = new MessageReceiver();
    TimeLimitedReply request =
        new TimeLimitedReply(reply, LIMIT_MS, () -> context.unregisterReceiver(receiver));
    receiver.request = request;
    open = request;
    // Play services send the message from another app. Only they hold the permission of the SMS Retriever.
    ContextCompat.registerReceiver(
        context,
        receiver,
        new IntentFilter(SmsRetriever.SMS_RETRIEVED_ACTION),
        SmsRetriever.SEND_PERMISSION,
        null,
        ContextCompat.RECEIVER_EXPORTED);
    retriever.get().startSmsRetriever().addOnFailureListener(fault -> request.refuse(Refusal.UNSUPPORTED));
  }

  /** Ends the open request, if there is one. */
  void stop() {
    if (open != null) open.refuse(Refusal.FAILED);
  }

  /** @return null if the text is not an SMS of the lender with a code */
  private String codeIn(String text) {
    String message = text.trim();
    if (!message.endsWith(smsHash)) return null;
    Matcher code = CODE.matcher(message.substring(0, message.length() - smsHash.length()));
    return code.find() ? code.group() : null;
  }

  private final class MessageReceiver extends BroadcastReceiver {
    private TimeLimitedReply request;

    @Override
    public void onReceive(Context receivingContext, Intent intent) {
      if (!SmsRetriever.SMS_RETRIEVED_ACTION.equals(intent.getAction())) return;
      Status status = IntentCompat.getParcelableExtra(intent, SmsRetriever.EXTRA_STATUS, Status.class);
      if (status == null) return;
      if (status.getStatusCode() == CommonStatusCodes.TIMEOUT) request.refuse(Refusal.FAILED);
      String text = intent.getStringExtra(SmsRetriever.EXTRA_SMS_MESSAGE);
      String code = status.isSuccess() && text != null ? codeIn(text) : null;
      if (code != null) request.value(code);
    }
  }
}
