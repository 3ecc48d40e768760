package com.thumba.wallet.google;

import android.content.Context;
import android.content.Intent;
import com.google.android.gms.auth.api.phone.SmsRetriever;
import com.google.android.gms.auth.api.phone.SmsRetrieverApi;
import com.google.android.gms.common.api.Status;
import com.google.android.gms.tasks.Task;
import com.google.android.gms.tasks.TaskCompletionSource;

/** Stands for Play services, which send the SMS as a broadcast. */
final class Retriever implements SmsRetrieverApi {
  int starts = 0;
  TaskCompletionSource<Void> start;

  @Override
  public Task<Void> startSmsRetriever() {
    starts += 1;
    start = new TaskCompletionSource<>();
    return start.getTask();
  }

  @Override
  public Task<Void> startSmsUserConsent(String sender) {
    throw new UnsupportedOperationException("the app never asks the person for consent to one SMS");
  }

  static void send(Context context, int statusCode, String text) {
    Intent message = new Intent(SmsRetriever.SMS_RETRIEVED_ACTION);
    message.putExtra(SmsRetriever.EXTRA_STATUS, new Status(statusCode));
    if (text != null) message.putExtra(SmsRetriever.EXTRA_SMS_MESSAGE, text);
    context.sendBroadcast(message);
  }
}
