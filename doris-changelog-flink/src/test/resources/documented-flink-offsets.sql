SET 'execution.checkpointing.interval' = '10s';

CREATE TABLE student_changelog (
    id INT,
    name STRING,
    age INT,
    PRIMARY KEY (id) NOT ENFORCED
) WITH (
    'connector' = 'doris',
    'fenodes' = '127.0.0.1:8030',
    'table.identifier' = 'test.student_changelog_source',
    'username' = 'root',
    'password' = '',
    'source.scan.mode' = 'initial',
    'jdbc-url' = 'jdbc:mysql://127.0.0.1:9030',
    'source.changelog.offset-table' = 'ops.flink_source_offsets',
    'source.changelog.consumer-id' = 'student-sync'
);

SELECT * FROM student_changelog;
