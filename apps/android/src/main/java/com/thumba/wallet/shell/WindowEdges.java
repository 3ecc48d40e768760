package com.thumba.wallet.shell;

import android.annotation.TargetApi;
import android.graphics.Insets;
import android.os.Build;
import android.view.View;
import android.view.Window;
import android.view.WindowInsets;

/**
 * Keeps the page between the bars of the system, the cutout of the screen and the keyboard. Android does it by itself
 * up to Android 10, and no more for apps of Android 15 and later.
 */
public final class WindowEdges {
  private WindowEdges() {}

  public static void keepInside(Window window, View content) {
    if (Build.VERSION.SDK_INT < Build.VERSION_CODES.R) return;
    window.setDecorFitsSystemWindows(false);
    content.setOnApplyWindowInsetsListener(WindowEdges::pad);
  }

  @TargetApi(Build.VERSION_CODES.R)
  private static WindowInsets pad(View content, WindowInsets insets) {
    int covered = WindowInsets.Type.systemBars() | WindowInsets.Type.displayCutout() | WindowInsets.Type.ime();
    Insets edges = insets.getInsets(covered);
    content.setPadding(edges.left, edges.top, edges.right, edges.bottom);
    return WindowInsets.CONSUMED;
  }
}
