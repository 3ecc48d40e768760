package com.thumba.wallet.shell;

import android.content.ContentProvider;
import android.content.ContentValues;
import android.database.Cursor;
import android.database.MatrixCursor;
import android.net.Uri;
import android.os.ParcelFileDescriptor;
import android.provider.OpenableColumns;
import java.io.File;
import java.io.FileNotFoundException;

/** Lets the camera app write one picture, and the WebView read it. No other app reaches it without a grant. */
public final class PictureProvider extends ContentProvider {
  @Override
  public boolean onCreate() {
    return true;
  }

  @Override
  public ParcelFileDescriptor openFile(Uri address, String mode) throws FileNotFoundException {
    File file = fileOf(address);
    File folder = file.getParentFile();
    if (!folder.isDirectory() && !folder.mkdirs()) throw new FileNotFoundException();
    return ParcelFileDescriptor.open(file, ParcelFileDescriptor.parseMode(mode));
  }

  @Override
  public String getType(Uri address) {
    return "image/jpeg";
  }

  /** The name and the size, which the WebView asks for. */
  @Override
  public Cursor query(Uri address, String[] columns, String where, String[] values, String order) {
    File file = PictureFile.fileOf(getContext(), address);
    MatrixCursor rows = new MatrixCursor(new String[] {OpenableColumns.DISPLAY_NAME, OpenableColumns.SIZE});
    if (file != null) rows.addRow(new Object[] {file.getName(), file.length()});
    return rows;
  }

  @Override
  public Uri insert(Uri address, ContentValues values) {
    throw new UnsupportedOperationException();
  }

  @Override
  public int delete(Uri address, String where, String[] values) {
    throw new UnsupportedOperationException();
  }

  @Override
  public int update(Uri address, ContentValues values, String where, String[] arguments) {
    throw new UnsupportedOperationException();
  }

  private File fileOf(Uri address) throws FileNotFoundException {
    File file = PictureFile.fileOf(getContext(), address);
    if (file == null) throw new FileNotFoundException();
    return file;
  }
}
