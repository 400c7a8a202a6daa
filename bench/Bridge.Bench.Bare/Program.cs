// The least that an ASP.NET program can be, for comparison: the slim host, one path, nothing of ours.
var builder = WebApplication.CreateSlimBuilder(args);
builder.Logging.ClearProviders();
var app = builder.Build();
app.MapGet("/mgbaendpoint", (string message) => message);
app.MapGet("/health/ready", () => "");
app.Run();
