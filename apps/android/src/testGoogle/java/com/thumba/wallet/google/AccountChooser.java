package com.thumba.wallet.google;

import android.app.PendingIntent;
import android.content.Context;
import android.os.CancellationSignal;
import androidx.credentials.ClearCredentialStateRequest;
import androidx.credentials.CreateCredentialRequest;
import androidx.credentials.CreateCredentialResponse;
import androidx.credentials.Credential;
import androidx.credentials.CredentialManager;
import androidx.credentials.CredentialManagerCallback;
import androidx.credentials.GetCredentialRequest;
import androidx.credentials.GetCredentialResponse;
import androidx.credentials.PrepareGetCredentialResponse;
import androidx.credentials.PrepareGetCredentialResponse.PendingGetCredentialHandle;
import androidx.credentials.exceptions.ClearCredentialException;
import androidx.credentials.exceptions.CreateCredentialException;
import androidx.credentials.exceptions.GetCredentialException;
import com.google.android.libraries.identity.googleid.GetSignInWithGoogleOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;

/** Stands for the Credential Manager of a phone: the test says when and what the person chooses. */
final class AccountChooser implements CredentialManager {
  /** One request of the app, which stays open until the test answers it. */
  record Asked(
      GetSignInWithGoogleOption option,
      CancellationSignal signal,
      Executor executor,
      CredentialManagerCallback<GetCredentialResponse, GetCredentialException> callback) {

    void choose(Credential credential) {
      executor.execute(() -> callback.onResult(new GetCredentialResponse(credential)));
    }

    void fail(GetCredentialException fault) {
      executor.execute(() -> callback.onError(fault));
    }
  }

  final List<Asked> asked = new ArrayList<>();

  @Override
  public void getCredentialAsync(
      Context context,
      GetCredentialRequest request,
      CancellationSignal signal,
      Executor executor,
      CredentialManagerCallback<GetCredentialResponse, GetCredentialException> callback) {
    GetSignInWithGoogleOption option = (GetSignInWithGoogleOption) request.getCredentialOptions().get(0);
    asked.add(new Asked(option, signal, executor, callback));
  }

  @Override
  public void getCredentialAsync(
      Context context,
      PendingGetCredentialHandle handle,
      CancellationSignal signal,
      Executor executor,
      CredentialManagerCallback<GetCredentialResponse, GetCredentialException> callback) {
    throw new UnsupportedOperationException();
  }

  @Override
  public void prepareGetCredentialAsync(
      GetCredentialRequest request,
      CancellationSignal signal,
      Executor executor,
      CredentialManagerCallback<PrepareGetCredentialResponse, GetCredentialException> callback) {
    throw new UnsupportedOperationException();
  }

  @Override
  public void createCredentialAsync(
      Context context,
      CreateCredentialRequest request,
      CancellationSignal signal,
      Executor executor,
      CredentialManagerCallback<CreateCredentialResponse, CreateCredentialException> callback) {
    throw new UnsupportedOperationException();
  }

  @Override
  public void clearCredentialStateAsync(
      ClearCredentialStateRequest request,
      CancellationSignal signal,
      Executor executor,
      CredentialManagerCallback<Void, ClearCredentialException> callback) {
    throw new UnsupportedOperationException();
  }

  @Override
  public PendingIntent createSettingsPendingIntent() {
    throw new UnsupportedOperationException();
  }
}
