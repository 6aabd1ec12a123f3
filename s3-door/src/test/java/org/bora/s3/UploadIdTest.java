package org.bora.s3;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.bora.api.put.PartsDirectory;
import org.bora.door.http.Refused;
import org.bora.files.Name;
import org.junit.jupiter.api.Test;

class UploadIdTest {

  private static ObjectKey key(String text) throws Refused {
    return ObjectKey.of(text, Name.of("/testvo"));
  }

  @Test
  void anIdentifierIsOfItsKeyAndOfNoOther() throws Refused {
    String id = UploadId.begin(key("a/b"));
    assertTrue(PartsDirectory.isId(id), id);
    assertTrue(UploadId.isOf(key("a/b"), id));
    assertFalse(UploadId.isOf(key("a/c"), id));
    char first = id.charAt(0) == '0' ? '1' : '0';
    assertFalse(UploadId.isOf(key("a/b"), first + id.substring(1)), "made up");
    assertNotEquals(id, UploadId.begin(key("a/b")));
    assertEquals(id.length(), UploadId.begin(key("a/b")).length());
  }
}
