namespace Bridge.Api.Diagnostics;

/// <summary>Another provider's logs without scopes. Kestrel opens one for each connection, and it lasts as long: 240 bytes, of which no line shows anything.</summary>
internal sealed class UnscopedLogs(ILoggerProvider logs) : ILoggerProvider
{
    public ILogger CreateLogger(string categoryName) => new Unscoped(logs.CreateLogger(categoryName));

    public void Dispose() => logs.Dispose();

    private sealed class Unscoped(ILogger logger) : ILogger
    {
        public IDisposable? BeginScope<TState>(TState state)
            where TState : notnull => null;

        public bool IsEnabled(LogLevel logLevel) => logger.IsEnabled(logLevel);

        public void Log<TState>(LogLevel logLevel, EventId eventId, TState state, Exception? exception, Func<TState, Exception?, string> formatter) =>
            logger.Log(logLevel, eventId, state, exception, formatter);
    }
}
