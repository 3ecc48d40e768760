package com.thumba.wallet.shell;

import android.app.Activity;
import android.view.LayoutInflater;
import android.view.View;
import android.view.ViewGroup;
import android.widget.TextView;
import com.thumba.wallet.R;

/** Covers the page while it is not there: says why, and offers to try again. */
final class ErrorScreen {
  private final View view;

  ErrorScreen(Activity activity, ViewGroup parent, Runnable tryAgain) {
    view = LayoutInflater.from(activity).inflate(R.layout.error_screen, parent, false);
    view.findViewById(R.id.try_again).setOnClickListener(button -> tryAgain.run());
    parent.addView(view);
  }

  void show(LoadFailure failure) {
    TextView sentence = view.findViewById(R.id.failure);
    sentence.setText(failure.sentence);
    view.setVisibility(View.VISIBLE);
  }

  void hide() {
    view.setVisibility(View.GONE);
  }

  void remove() {
    ((ViewGroup) view.getParent()).removeView(view);
  }
}
