/** Text forms shared by positions and offset stores. Internal: not for applications or adapters. */
@NullMarked
package io.dorischangelog.client.internal.text;

import org.jspecify.annotations.NullMarked;
