/** Saving positions beside reading. Internal: not for applications or adapters. */
@NullMarked
package io.dorischangelog.client.internal.commit;

import org.jspecify.annotations.NullMarked;
