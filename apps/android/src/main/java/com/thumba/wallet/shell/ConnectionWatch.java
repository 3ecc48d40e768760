package com.thumba.wallet.shell;

import android.content.Context;
import android.net.ConnectivityManager;
import android.net.Network;
import android.os.Handler;
import android.os.Looper;

/** Tells on the main thread when the phone has internet again. */
public final class ConnectionWatch {
  private final ConnectivityManager connectivity;
  private final ConnectivityManager.NetworkCallback callback;

  public ConnectionWatch(Context context, Runnable connected) {
    connectivity = (ConnectivityManager) context.getSystemService(Context.CONNECTIVITY_SERVICE);
    Handler mainThread = new Handler(Looper.getMainLooper());
    callback =
        new ConnectivityManager.NetworkCallback() {
          @Override
          public void onAvailable(Network network) {
            mainThread.post(connected);
          }
        };
  }

  public void start() {
    connectivity.registerDefaultNetworkCallback(callback);
  }

  public void stop() {
    connectivity.unregisterNetworkCallback(callback);
  }
}
